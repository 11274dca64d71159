// Three philosophers with forks.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

static int taken[3], eats[3];

int main(void) {
    for (int i = 0; i < 60; i++) {
        int x = wf_int("who"), who = 0;
        if (x > 0)
            who = 1;
        else if (x < 0)
            who = 2;
        int left = who, right = (who + 1) % 3;
        if (eats[who]) {
            taken[left] = taken[right] = 0;
            eats[who] = 0;
        } else if (!taken[left] && !taken[right]) {
            taken[left] = taken[right] = 1;
            eats[who] = 1;
        }
        assert(eats[0] + eats[1] + eats[2] <= 1);
    }
    return 0;
}
