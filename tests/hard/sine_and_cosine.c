// A sum of a sine and a cosine near its maximum.
//
// witness: 1.55 6.3
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    if (x > 0 && y > 1 && x < 100 && y < 100 && sin(x) + cos(y) > 1.999)
        reach_error();
}
