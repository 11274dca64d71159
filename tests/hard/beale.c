// The zero of Beale's function.
//
// fast: true
// witness: 3 0.5
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    double a = 1.5 - x * (1 - y);
    double b = 2.25 - x * (1 - y * y);
    double c = 2.625 - x * (1 - y * y * y);
    if (a == 0 && b == 0 && c == 0)
        reach_error();
}
