// Six angles that are bound to each other.
//
// fast: true
// witness: 4833.408684820637 6.23124070813335 -5559.158652426171 -1658.7701583753587 -4412.36715196243 -4.7462926256685245
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
    double c = __VERIFIER_nondet_double(), d = __VERIFIER_nondet_double();
    double e = __VERIFIER_nondet_double(), f = __VERIFIER_nondet_double();
    if (sin(a) + cos(b) + sin(c) + cos(d) > 3.99 && tan(e) * cos(a + b) < -3 && sin(e + f) == 0.5 * cos(a) &&
        a + b > 12 && c * d > 40)
        reach_error();
}
