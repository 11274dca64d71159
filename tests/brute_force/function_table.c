// Functions chosen by the input, one of which divides, one of which asserts.
#include <wayfarer.h>

static int large(int x) { return x > 100; }
static int quotient(int x) { return x / (x % 16 - 7); }
static int checked(int x) {
    wf_assert(x != 8 && x != 10);
    return x;
}
static int (*const functions[3])(int) = {large, quotient, checked};

int main(void) {
    unsigned char c;
    wf_symbolic(&c, 1, "c");
    if (c % 4 == 3)
        return 2;
    if (functions[c % 4](c) == 1)
        return 1;
    return 0;
}
