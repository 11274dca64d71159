// Brown's badly scaled function.
//
// witness: 1e6 2e-6
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    if (x - 1e6 == 0 && y - 2e-6 == 0 && x * y - 2 == 0)
        reach_error();
}
