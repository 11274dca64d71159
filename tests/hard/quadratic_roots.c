// Integer coefficients of a quadratic by its roots.
//
// witness: 2 3 -20
#include <math.h>

int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (a < 1 || a > 50 || b < -50 || b > 50 || c < -50 || c > 50)
        return 0;
    double d = (double)b * b - 4.0 * a * c;
    if (d > 0 && (-b + sqrt(d)) / (2.0 * a) == 2.5 && (-b - sqrt(d)) / (2.0 * a) == -4)
        reach_error();
}
