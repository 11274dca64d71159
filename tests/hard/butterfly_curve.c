// A radius of the butterfly curve.
//
// witness: 19.5446454862211
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double t = __VERIFIER_nondet_double();
    if (!(t > 0 && t < 38))
        return 0;
    double r = exp(sin(t)) - 2 * cos(4 * t) + pow(sin((2 * t - 3.14159265358979323846) / 24), 5);
    if (r > 4.6)
        reach_error();
}
