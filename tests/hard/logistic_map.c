// A start value of the logistic map.
//
// witness: 3.5151218880704893 6.889195402259194e-05
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double r = __VERIFIER_nondet_double();
    double x = __VERIFIER_nondet_double();
    if (!(r > 3.5 && r < 4 && x > 0 && x < 0.5))
        return 0;
    for (int i = 0; i < 6; i++)
        x = r * x * (1 - x);
    if (fabs(x - 0.1234) < 1e-10)
        reach_error();
}
