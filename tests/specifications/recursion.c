// Calls by itself, and through a pointer.
// options: --spec ../../tests/specifications/recursion.spec
// findings: specification-violation 12
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
#include <wayfarer.h>

static int (*next)(int);

int step(int n) {
    return n > 0 && n < 8 ? next(n - 1) : n;
}

int main(void) {
    next = step;
    return step(wf_int("n")) > 100;
}
