// A logarithm of a square root, exactly.
//
// witness: 1e6
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (log10(sqrt(x)) == 3 && floor(x) == x)
        reach_error();
}
