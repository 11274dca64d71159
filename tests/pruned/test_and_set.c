// Three threads around a test-and-set lock.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

static int lock, inside[3];

int main(void) {
    for (int i = 0; i < 60; i++) {
        int x = wf_int("thread"), who = 0;
        if (x > 0)
            who = 1;
        else if (x < 0)
            who = 2;
        if (!inside[who]) {
            if (!lock) {
                lock = 1;
                inside[who] = 1;
            }
        } else {
            inside[who] = 0;
            lock = 0;
        }
        assert(inside[0] + inside[1] + inside[2] <= 1);
    }
    return 0;
}
