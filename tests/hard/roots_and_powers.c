// A square root of an exponential below a power.
//
// witness: 3 4 3.5
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    double z = __VERIFIER_nondet_double();
    if (x > 0 && y > 1 && z > 1 && y < x + 2 && sqrt(exp(x + z)) < pow(z, x) && pow(y, 3) > 60)
        reach_error();
}
