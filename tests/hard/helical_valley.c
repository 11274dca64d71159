// The zero of Fletcher and Powell's helical valley.
//
// witness: 1 0 0
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    double z = __VERIFIER_nondet_double();
    double turn = atan2(y, x) / (2 * 3.14159265358979323846);
    double f = 10 * (z - 10 * turn);
    double g = 10 * (sqrt(x * x + y * y) - 1);
    if (f == 0 && g == 0 && z == 0 && x > 0)
        reach_error();
}
