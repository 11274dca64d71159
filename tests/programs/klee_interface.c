// A program for KLEE runs unchanged.
//
// options: --cflags -DKLEE
// exhaustive: true
// findings: assertion 17
// verdicts: confirmed
// tests: confirmed
#include <klee/klee.h>

int main(void) {
    int x, digits[3];
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(digits, sizeof digits, "digits");
    klee_assume(x > 10);
    int y = klee_range(0, 3, "y"), z = klee_int("z");
    if (x + y == 13 && z == 7)
        klee_assert(digits[y] != 42);
    (void)klee_is_symbolic(x);
    return 0;
}
