// Inverse trigonometric functions of four variables.
//
// witness: 0.3986 0.47 0 0.47
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    double z = __VERIFIER_nondet_double(), w = __VERIFIER_nondet_double();
    if (asin(x) < cos(y) * cos(z) - atan(w) && asin(x) > 0.4 && acos(x) * atan(w) > 0.5 &&
        fabs(w - y) < 1e-6)
        reach_error();
}
