// A product of a logarithm and a tangent.
//
// witness: 2.0000000000000004 13.999415469081416
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    if (x > 2 && y > 10 && fabs(log(x) * tan(y) - 5) < 1e-9 && x + y < 20)
        reach_error();
}
