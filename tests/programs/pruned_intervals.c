// What a thousand decisions add up to matters only as far as a bound holds: a state whose sums are less is like one
// whose sums are more.
//
// options: --prune coverage --strategy dfs --jobs 1
// exhaustive: false
// exhaustive_for_coverage: true
// paths: 2
// findings: none
// tests: confirmed
// left: none
#include <assert.h>
#include <wayfarer.h>

int main(void) {
    int cost = 0;
    unsigned short steps = 0;
    long balance = 2000;
    for (int i = 0; i < 1000; i++) {
        if (wf_int("x") > 10)
            cost += 3, steps++, balance -= 2;
        else
            cost++;
    }
    assert(cost <= 3000);
    assert(steps <= 1000);
    assert(0 <= balance && balance != 5000);
    return 0;
}
