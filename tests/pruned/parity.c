// Whether an even number of messages came.
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
    int odd = 0, total = 0, even = 1;
    for (int i = 0; i < 100; i++) {
        if (wf_int("message") > 0) {
            odd = !odd;
            even = !even;
            total += i;
        }
        assert(odd != even);
    }
    (void)total;
    return 0;
}
