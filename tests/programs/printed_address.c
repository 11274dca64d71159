// A printed address is another in every native run: it does not follow from the inputs and refutes
// nothing.
//
// paths: 2
// exhaustive: false
// tests: confirmed
#include <stdio.h>
#include <wayfarer.h>
int main(void) {
    int x = wf_int("x");
    printf("x is at %p\n%s\n", (void *)&x, x > 3 ? "more" : "less");
    return 0;
}
