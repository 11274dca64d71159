// The largest of many inputs is kept, and not asked for.
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
    int best = 0, where = 0;
    for (int i = 0; i < 100; i++) {
        int x = wf_int("x");
        if (x > 0 && x % 2 == 0)
            best += x > 100;
        if (x < 0)
            where = i;
        assert(i >= 0 && i < 100);
    }
    (void)best, (void)where;
    return 0;
}
