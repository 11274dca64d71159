// Two locks are taken in one order.
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
    int a = 0, b = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("take") > 0 && !a)
            a = 1;
        if (wf_int("more") > 0 && a && !b)
            b = 1;
        assert(!b || a);
        if (wf_int("release") > 0) {
            b = 0;
            a = 0;
        }
    }
    return 0;
}
