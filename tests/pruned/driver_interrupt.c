// Interrupts are off while one is handled.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

int main(void) {
    int enabled = 1, handling = 0, count = 0;
    for (int i = 0; i < 100; i++) {
        if (enabled && wf_int("interrupt") > 0) {
            enabled = 0;
            handling = 1;
            count++;
        }
        if (handling) {
            assert(!enabled);
            if (wf_int("data") > 3)
                count += 2;
            handling = 0;
            enabled = 1;
        }
    }
    assert(enabled && !handling);
    return 0;
}
