// A number times its exponential.
//
// witness: 1.7455280027406994
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (fabs(x * exp(x) - 10) < 1e-12)
        reach_error();
}
