// A power of two doubles with a given sum.
//
// witness: 4 5
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    if (x + y == 9 && pow(x, y) == 1024)
        reach_error();
}
