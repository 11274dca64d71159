// What is counted on the way decides what is said of it, and no error: with `--prune errors` it does not
// matter.
//
// options: --prune errors --strategy dfs
// exhaustive_for_coverage: false
// exhaustive_for_errors: true
// findings: assertion 30
// left: none
#include <assert.h>
#include <wayfarer.h>

static int many, state;

int main(void) {
    int count = 0, most = 0;
    for (int i = 0; i < 60; i++) {
        int x = wf_int("x");
        if (x > 0)
            count++;
        if (count > most)
            most = count;
        if (count > 5)
            many = 1;
        else if (count > 3)
            many = 2;
        if (x == 77)
            state = 1;
    }
    if (wf_int("last") == 5)
        assert(state == 0);
    return most > 3;
}
