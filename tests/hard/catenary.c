// A chain between two poles that hangs down to a given height.
//
// witness: 19.9999999350003 13.862943601144433
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double a = __VERIFIER_nondet_double();
    double half = __VERIFIER_nondet_double();
    if (a > 0.1 && half > 1 && half < 100 && fabs(a * cosh(half / a) - a - 5) < 1e-8 &&
        fabs(2 * a * sinh(half / a) - 30) < 1e-8)
        reach_error();
}
