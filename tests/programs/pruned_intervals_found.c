// Sums that a bound holds for on most paths, and not on the last ones: nothing is left out that leads to the errors.
//
// options: --prune errors --strategy dfs --jobs 1 --check overflow
// exhaustive_for_errors: true
// findings: assertion 24, assertion 25, assertion 26, signed-overflow 23
// tests: confirmed
#include <assert.h>
#include <limits.h>
#include <wayfarer.h>

int main(void) {
    int cost = 0, near = INT_MAX - 12;
    unsigned char wrapped = 246;
    for (int i = 0; i < 12; i++) {
        int x = wf_int("x");
        if (x > 10)
            cost += 3, near++, wrapped++;
        else if (x == 7)
            cost--;
        else
            cost++;
    }
    near += 2 * (cost == 34);
    assert(cost < 36);
    assert(cost >= -11);
    assert(wrapped != 0);
    return 0;
}
