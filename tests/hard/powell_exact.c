// Powell's badly scaled function with equalities that hold on few pairs of doubles only.
//
// fast: true
// witness: 1.0981593296998162e-05 9.106146739866535
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    if (1e4 * x * y == 1 && exp(-x) + exp(-y) == 1.0001)
        reach_error();
}
