// A point on the helix of the helical valley, a quarter turn up.
//
// witness: 0x1.1a62633145c07p-54 1 2.5
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    double z = __VERIFIER_nondet_double();
    double turn = atan2(y, x) / (2 * 3.14159265358979323846);
    double f = 10 * (z - 10 * turn);
    double g = 10 * (sqrt(x * x + y * y) - 1);
    if (fabs(f) < 1e-9 && fabs(g) < 1e-9 && fabs(z - 2.5) < 1e-9)
        reach_error();
}
