// Myers' triangle: four kinds and two ways to be none.
//
// exhaustive: true
// findings: none
// branches: all
// tests: confirmed
#include <wayfarer.h>

enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };

static enum kind triangle(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0)
        return NONE;
    if ((long)a + b <= c || (long)a + c <= b || (long)b + c <= a)
        return NONE;
    if (a == b && b == c)
        return EQUILATERAL;
    if (a == b || b == c || a == c)
        return ISOSCELES;
    return SCALENE;
}

int main(void) { return triangle(wf_int("a"), wf_int("b"), wf_int("c")); }
