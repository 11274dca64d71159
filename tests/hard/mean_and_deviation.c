// Five samples by mean and standard deviation.
//
// witness: 13.577708763724758 9.10557280339759 9.105572810966924 9.10557281096681 9.105572810943915
#include <math.h>

double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x[5], sum = 0, squares = 0;
    for (int i = 0; i < 5; i++)
        sum += x[i] = __VERIFIER_nondet_double();
    double mean = sum / 5;
    for (int i = 0; i < 5; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    if (mean == 10 && fabs(sqrt(squares / 4) - 2) < 1e-9 && x[0] > 12)
        reach_error();
}
