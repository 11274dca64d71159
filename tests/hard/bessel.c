// The fifth zero of a Bessel function.
//
// witness: 14.930917708487787
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 13 && x < 16 && fabs(j0(x)) < 1e-13)
        reach_error();
}
