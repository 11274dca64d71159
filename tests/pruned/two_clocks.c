// Two counters that go around at different times.
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
        if (wf_int("a") > 0)
            a = (a + 1) % 3;
        if (wf_int("b") > 0)
            b = (b + 1) % 4;
        assert(a * 4 + b < 12);
    }
    return 0;
}
