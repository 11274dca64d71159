// Powell's badly scaled function: a product of 1e-4 and a sum of exponentials that are alike.
//
// witness: 1.0981593296997054e-05 9.106146739867453
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    if (x > 0 && x < y && fabs(1e4 * x * y - 1) < 1e-10 && fabs(exp(-x) + exp(-y) - 1.0001) < 1e-12)
        reach_error();
}
