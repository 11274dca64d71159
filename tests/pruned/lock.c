// A lock is taken and given back, whatever else happens.
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
    int held = 0, work = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("x") > 0) {
            assert(!held);
            held = 1;
            work += i;
        }
        if (held) {
            assert(held == 1);
            held = 0;
        }
    }
    assert(!held);
    return 0;
}
