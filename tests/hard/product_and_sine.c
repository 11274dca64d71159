// An exact product with an exponential times a sine.
//
// witness: 2.077303566218371 2.888359745572817
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    if (x * y == 6 && fabs(exp(x) * sin(y) - 2) < 1e-10)
        reach_error();
}
