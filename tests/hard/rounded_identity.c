// The squares of a sine and a cosine do not sum up to one.
//
// witness: 1.0000000000000013
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 1 && x < 2 && sin(x) * sin(x) + cos(x) * cos(x) < 1)
        reach_error();
}
