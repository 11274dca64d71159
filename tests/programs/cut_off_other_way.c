// A path that ends at something unsupported predicts no end: a native run that goes another way neither
// confirms nor refutes it.
//
// paths: 0
// findings: none
// exhaustive: false
// tests: inconclusive
// disagreements: decision 1
#include <stdint.h>
#include <stdlib.h>
#include <wayfarer.h>
int main(void) {
    int x = wf_int("x");
    int high = 0;
    if ((uintptr_t)&x > 0x550000000000)
        high = 1;
    (void)high;
    system("true");
    return 1;
}
