// A right triangle by Heron's formula.
//
// witness: 3 4 5
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double(), c = __VERIFIER_nondet_double();
    double s = (a + b + c) / 2;
    if (a > 0 && b > a && sqrt(s * (s - a) * (s - b) * (s - c)) == 6 && a * a + b * b == c * c)
        reach_error();
}
