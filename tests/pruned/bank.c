// Transfers between two accounts of small amounts.
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
    int a = 3, b = 3;
    for (int i = 0; i < 100; i++) {
        if (wf_int("x") > 0) {
            if (a > 0) {
                a--;
                b++;
            }
        } else if (b > 0) {
            b--;
            a++;
        }
        assert(a + b == 6 && a >= 0 && b >= 0);
    }
    return 0;
}
