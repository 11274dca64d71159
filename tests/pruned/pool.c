// A pool of three blocks.
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
    int used = 0, asked = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("take") > 0) {
            asked++;
            for (int b = 0; b < 3; b++)
                if (!(used >> b & 1)) {
                    used |= 1 << b;
                    break;
                }
        } else {
            used &= used - 1;
        }
        assert(used >= 0 && used < 8);
    }
    (void)asked;
    return 0;
}
