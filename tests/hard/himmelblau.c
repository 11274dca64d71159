// A zero of Himmelblau's function that is no pair of integers.
//
// fast: true
// witness: -2.8051180869527448 3.1313125182505730
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    double f = x * x + y - 11, g = x + y * y - 7;
    if (fabs(f) < 1e-10 && fabs(g) < 1e-10 && x < 0 && y > 0)
        reach_error();
}
