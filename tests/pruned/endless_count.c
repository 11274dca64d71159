// A loop of as many iterations as an input says: its counter and its sum matter to nothing.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <wayfarer.h>

int main(void) {
    unsigned n = wf_uint("n"), total = 0;
    int state = 0;
    for (unsigned i = 0; i < n; i++) {
        int x = wf_int("x");
        if (x > 10)
            total += i;
        state = !state;
    }
    assert(state < 2);
    return 0;
}
