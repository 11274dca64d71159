// Addresses of the machine are others than natively: both tests end as predicted, by another way, and
// both at one place.
//
// paths: 2
// findings: none
// exhaustive: false
// tests: confirmed-by-another-way
// disagreements: decision 2
#include <stdint.h>
#include <wayfarer.h>
int main(void) {
    int x = wf_int("x");
    int high;
    if ((uintptr_t)&x > 0x550000000000)
        high = 1;
    else
        high = 0;
    (void)high;
    if (x > 3)
        return 5;
    return 1;
}
