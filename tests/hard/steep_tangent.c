// A tangent near its pole.
//
// witness: 10.99557328756463
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 10 && x < 12 && fabs(tan(x) - 1e6) < 1)
        reach_error();
}
