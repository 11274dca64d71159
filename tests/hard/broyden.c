// Broyden's tridiagonal equations for four variables.
//
// witness: -0.554576725632074 -0.639420434748817 -0.5907007832634891 -0.4152683762073087
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x[6] = {0};
    for (int i = 1; i <= 4; i++)
        x[i] = __VERIFIER_nondet_double();
    int small = 1;
    for (int i = 1; i <= 4; i++) {
        double f = (3 - 2 * x[i]) * x[i] - x[i - 1] - 2 * x[i + 1] + 1;
        small &= fabs(f) < 1e-8;
    }
    if (small)
        reach_error();
}
