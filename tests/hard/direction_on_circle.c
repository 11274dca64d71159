// A direction and an exact squared distance.
//
// witness: -5 5
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    double direction = atan2(y, x);
    if (direction > 2.35 && direction < 2.36 && x * x + y * y == 50)
        reach_error();
}
