// An array is marked at free places, and one cell is looked at.
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
    static char mark[128];
    int watch = 5;
    for (int i = 0; i < 100; i++) {
        if (wf_int("x") > 0)
            mark[i + 20] = 1;
        else
            mark[i + 21] = 2;
        assert(mark[watch] == 0);
    }
    return 0;
}
