// A shot over a wall into a target.
//
// witness: 40.22798488957342 1.0000000012211048
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double speed = __VERIFIER_nondet_double();
    double angle = __VERIFIER_nondet_double();
    if (!(speed > 0 && speed < 60 && angle > 0 && angle < 1.5))
        return 0;
    double vx = speed * cos(angle), vy = speed * sin(angle);
    double wall = 60 / vx, height = vy * wall - 4.905 * wall * wall;
    double range = 2 * vx * vy / 9.81;
    if (height > 25 && fabs(range - 150) < 0.001)
        reach_error();
}
