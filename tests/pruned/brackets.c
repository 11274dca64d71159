// Brackets up to three deep.
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
    int depth = 0, errors = 0, most = 0;
    for (int i = 0; i < 100; i++) {
        char c = (char)wf_int("c");
        if (c == '(') {
            if (depth == 3)
                errors = 1;
            else
                depth++;
        } else if (c == ')') {
            if (depth == 0)
                errors = 1;
            else
                depth--;
        }
        if (depth > most)
            most = depth;
        assert(depth >= 0 && depth <= 3);
    }
    (void)errors, (void)most;
    return 0;
}
