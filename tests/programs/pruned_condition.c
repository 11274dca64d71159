// What the path requires of an input matters below: the second test of it cannot fail.
//
// options: --prune coverage --strategy dfs
// exhaustive_for_coverage: true
// findings: assertion 24
// verdicts: confirmed
// left: none
#include <assert.h>
#include <wayfarer.h>

int main(void) {
    int y = wf_int("y");
    int known = 0;
    if (y > 5 && y < 100)
        known = 1;
    int noise = 0;
    for (int i = 0; i < 12; i++) {
        if (wf_int("x") > 10)
            noise++;
    }
    if (known)
        assert(y > 3);
    else
        assert(y > 3 || noise > 12);
    return 0;
}
