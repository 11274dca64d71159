// Sines and cosines of products of each other.
//
// witness: 1.430354276490049 4115117.9450407918 -2.834123337842586e-07
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    double z = __VERIFIER_nondet_double();
    if (sin(x * cos(y * sin(z))) > cos(x * sin(y * cos(z))) && sin(cos(x * y)) < cos(sin(x * y)) &&
        sin(x * y * z) < -0.99)
        reach_error();
}
