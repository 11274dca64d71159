// The largest root of a cubic.
//
// witness: 3
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 2.5 && x * x * x - 6 * x * x + 11 * x - 6 == 0)
        reach_error();
}
