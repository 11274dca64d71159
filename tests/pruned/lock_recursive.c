// A lock that its owner takes up to three times.
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
    int depth = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("x") > 0) {
            if (depth < 3)
                depth++;
        } else if (depth > 0) {
            depth--;
        }
        assert(depth >= 0 && depth <= 3);
    }
    return 0;
}
