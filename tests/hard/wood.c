// The zero of Wood's function.
//
// witness: 1 1 1 1
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
    double c = __VERIFIER_nondet_double(), d = __VERIFIER_nondet_double();
    double f1 = 10 * (b - a * a), f2 = 1 - a;
    double f3 = sqrt(90) * (d - c * c), f4 = 1 - c;
    double f5 = sqrt(10) * (b + d - 2), f6 = (b - d) / sqrt(10);
    if (f1 == 0 && f2 == 0 && f3 == 0 && f4 == 0 && f5 == 0 && f6 == 0)
        reach_error();
}
