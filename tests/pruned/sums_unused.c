// Much is computed of which nothing is asked.
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
    unsigned hash = 7, low = 0, high = 0;
    int valid = 1;
    for (int i = 0; i < 100; i++) {
        int x = wf_int("x");
        if (x > 10)
            hash = hash * 31 + i;
        if (x < -10)
            low += hash & 15;
        else if (x == 5)
            high ^= low;
        assert(valid);
    }
    (void)high;
    return 0;
}
