// Jobs are scheduled by turns, and what they do does not matter.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

static int work[4];

int main(void) {
    int turn = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("run") > 0)
            work[turn] += i;
        if (wf_int("yield") > 0)
            turn = (turn + 1) & 3;
        assert(turn >= 0 && turn < 4);
    }
    return 0;
}
