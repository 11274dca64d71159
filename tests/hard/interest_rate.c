// The rate at which a loan is paid back in a year.
//
// witness: 0.14452146656644269
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double rate = __VERIFIER_nondet_double();
    if (!(rate > 0 && rate < 1))
        return 0;
    double owed = 10000;
    for (int month = 0; month < 12; month++)
        owed = owed * (1 + rate / 12) - 900;
    if (fabs(owed) < 0.0001)
        reach_error();
}
