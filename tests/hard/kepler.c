// Kepler's equation.
//
// fast: true
// witness: 2.7889407289155956 0.836569141633509
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double eccentric = __VERIFIER_nondet_double();
    double e = __VERIFIER_nondet_double();
    if (e > 0.6 && e < 0.9 && fabs(eccentric - e * sin(eccentric) - 2.5) < 1e-13 && eccentric < 2.9)
        reach_error();
}
