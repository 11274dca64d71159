// An angle that turns one point into another.
//
// witness: 1.2870022176206113 1.9999999998885842
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double t = __VERIFIER_nondet_double();
    double scale = __VERIFIER_nondet_double();
    double x = scale * (3 * cos(t) - 4 * sin(t)), y = scale * (3 * sin(t) + 4 * cos(t));
    if (scale > 0 && fabs(x + 6) < 1e-9 && fabs(y - 8) < 1e-9)
        reach_error();
}
