// Two caches with one line in three states.
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
    enum { INVALID, SHARED, MODIFIED } line[2] = {INVALID, INVALID};
    for (int i = 0; i < 100; i++) {
        int me = 0;
        if (wf_int("cpu") > 0)
            me = 1;
        if (wf_int("write") > 0) {
            line[me] = MODIFIED;
            line[!me] = INVALID;
        } else if (line[me] == INVALID) {
            if (line[!me] == MODIFIED)
                line[!me] = SHARED;
            line[me] = SHARED;
        }
        assert(!(line[0] == MODIFIED && line[1] != INVALID));
        assert(!(line[1] == MODIFIED && line[0] != INVALID));
    }
    return 0;
}
