// A stack of five free values neither overflows nor underflows.
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
    int stack[5], height = 0, sum = 0;
    for (int i = 0; i < 100; i++) {
        int x = wf_int("x");
        if (x > 0) {
            if (height < 5)
                stack[height++] = x;
        } else if (height > 0) {
            sum += stack[--height];
        }
        assert(height >= 0 && height <= 5);
    }
    (void)sum;
    return 0;
}
