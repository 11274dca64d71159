// Rastrigin's function in three variables, shifted.
//
// fast: true
// witness: 1.5 -2.25 3.75
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double centre[3] = {1.5, -2.25, 3.75}, f = 0;
    for (int i = 0; i < 3; i++) {
        double x = __VERIFIER_nondet_double() - centre[i];
        if (!(x > -6 && x < 6))
            return 0;
        f += x * x - 10 * cos(6.28318530717958647692 * x) + 10;
    }
    if (f < 1e-4)
        reach_error();
}
