// A square root by Newton's iteration.
//
// witness: 2
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double a = __VERIFIER_nondet_double();
    if (!(a > 0.5 && a < 100))
        return 0;
    double x = a;
    for (int i = 0; i < 8; i++)
        x = (x + a / x) / 2;
    if (fabs(x - 1.4142135623730951) < 1e-14)
        reach_error();
}
