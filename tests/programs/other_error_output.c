// What goes to standard error is compared, too: here it depends on where the program is.
//
// paths: 1
// findings: none
// exhaustive: false
// tests: not-reproduced
// disagreements: error-output 1
#include <stdint.h>
#include <stdio.h>
int main(void) {
    int x;
    int high = (uintptr_t)&x > 0x550000000000 ? 1 : 2;
    fprintf(stderr, "%d\n", high);
    return 0;
}
