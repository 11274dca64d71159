// Close to the lowest point of the egg holder function on a square.
//
// witness: 512 404.2319
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    if (!(x >= -512 && x <= 512 && y >= -512 && y <= 512))
        return 0;
    double f = -(y + 47) * sin(sqrt(fabs(x / 2 + y + 47))) - x * sin(sqrt(fabs(x - (y + 47))));
    if (f < -959)
        reach_error();
}
