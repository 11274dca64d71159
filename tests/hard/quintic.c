// The real root of a quintic that no radicals give.
//
// witness: 1.1673039782614187
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (fabs(x * x * x * x * x - x - 1) < 1e-14)
        reach_error();
}
