// The error function and the gamma function.
//
// witness: 0.8134198458801188 6.0
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    if (fabs(erf(x) - 0.75) < 1e-9 && tgamma(y) == 120)
        reach_error();
}
