// After each of 1,000 independent decisions nothing matters but the array and how far the loop is: the
// 2^1000 paths are two and what repeats them.
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
    int table[4] = {1, 2, 3, 4}, noise[8] = {0};
    for (int i = 0; i < 1000; i++) {
        if (wf_int("x") > 10)
            noise[i & 7] += i;
        else
            noise[3]--;
    }
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += table[i];
    assert(sum == 10);
    return 0;
}
