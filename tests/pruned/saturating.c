// A counter that stops at its bound.
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
    int count = 0, lost = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("event") > 0) {
            if (count < 7)
                count++;
            else
                lost++;
        }
        assert(count <= 7);
    }
    (void)lost;
    return 0;
}
