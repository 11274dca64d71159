// Three failures in a row end the attempt.
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
    int failures = 0, given_up = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("answer") > 0)
            failures = 0;
        else
            failures++;
        if (failures == 3) {
            given_up = 1;
            failures = 0;
        }
        assert(failures < 3);
    }
    (void)given_up;
    return 0;
}
