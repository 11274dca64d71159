// Decisions in two loops, one in the other.
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
    int seen = 0, state = 0;
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 10; j++) {
            if (wf_int("x") > j)
                seen += j;
            else
                state = 1;
        }
        if (state)
            assert(state == 1);
        state = 0;
    }
    (void)seen;
    return 0;
}
