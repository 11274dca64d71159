// Bubbles go through a pipeline of three stages.
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
    int a = 0, b = 0, c = 0, done = 0;
    for (int i = 0; i < 100; i++) {
        int stall = wf_int("stall") > 0;
        if (!stall) {
            done += c;
            c = b;
            b = a;
            a = wf_int("instruction") > 0;
        }
        assert(a + b + c <= 3);
    }
    (void)done;
    return 0;
}
