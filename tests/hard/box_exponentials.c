// Box's function in three variables, at the zero that is none of the trivial ones.
//
// witness: 1 10 1
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    double z = __VERIFIER_nondet_double();
    double sum = 0;
    for (int i = 1; i <= 4; i++) {
        double t = 0.1 * i;
        double f = exp(-t * x) - exp(-t * y) - z * (exp(-t) - exp(-10 * t));
        sum += f * f;
    }
    if (sum < 1e-14 && x < y && z > 0.5)
        reach_error();
}
