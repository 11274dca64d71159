// Addresses of the machine are others than natively, and the exit status tells of them.
//
// paths: 2
// findings: none
// exhaustive: false
// tests: not-reproduced
// disagreements: exit-status 2
#include <stdint.h>
#include <wayfarer.h>
int main(void) {
    int x = wf_int("x");
    int high = (uintptr_t)&x > 0x550000000000;
    if (x > 3)
        return 5 + high;
    return high;
}
