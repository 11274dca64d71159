// A counter that is compared with its bound, and set back by inputs.
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
    int count = 0, resets = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("reset") == 0) {
            count = 0;
            resets++;
        }
        if (count < 10)
            count++;
        assert(count >= 1 && count <= 10);
    }
    (void)resets;
    return 0;
}
