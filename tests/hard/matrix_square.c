// The square root of a matrix of doubles.
//
// fast: true
// witness: 1 2 3 4
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
    double c = __VERIFIER_nondet_double(), d = __VERIFIER_nondet_double();
    if (a * a + b * c == 7 && a * b + b * d == 10 && c * a + d * c == 15 && c * b + d * d == 22 && a > 0)
        reach_error();
}
