// Addresses of the machine are others than natively. What is printed of them is the same in every native
// run, and another than predicted.
//
// paths: 2
// findings: none
// exhaustive: false
// disagreements: output 1
#include <stdint.h>
#include <stdio.h>
#include <wayfarer.h>
int main(void) {
    int x = wf_int("x");
    puts(x > 3 ? "more" : "less");
    printf("high: %d\n", (uintptr_t)&x > 0x550000000000);
    return 0;
}
