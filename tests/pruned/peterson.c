// Two threads by turns of a free scheduler; one at a time is inside.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

static int place[2], wants[2], turn;

static void step(int me) {
    switch (place[me]) {
    case 0:
        wants[me] = 1;
        place[me] = 1;
        break;
    case 1:
        turn = !me;
        place[me] = 2;
        break;
    case 2:
        if (!wants[!me] || turn == me)
            place[me] = 3;
        break;
    default:
        wants[me] = 0;
        place[me] = 0;
    }
}

int main(void) {
    for (int i = 0; i < 100; i++) {
        int me = 0;
        if (wf_int("thread") > 0)
            me = 1;
        step(me);
        assert(!(place[0] == 3 && place[1] == 3));
    }
    return 0;
}
