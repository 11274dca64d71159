// Ackley's function around a shifted centre, with a local minimum in each unit square.
//
// witness: 1.25 -2.5
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double() - 1.25;
    double y = __VERIFIER_nondet_double() + 2.5;
    if (!(fabs(x) < 30 && fabs(y) < 30))
        return 0;
    double circle = 6.28318530717958647692;
    double f = -20 * exp(-0.2 * sqrt(0.5 * (x * x + y * y))) -
               exp(0.5 * (cos(circle * x) + cos(circle * y))) + 2.71828182845904523536 + 20;
    if (f < 1e-3)
        reach_error();
}
