// Wood's function as one sum of squares.
//
// witness: 1 1 1 1
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
    double c = __VERIFIER_nondet_double(), d = __VERIFIER_nondet_double();
    double f = 100 * (b - a * a) * (b - a * a) + (1 - a) * (1 - a) + 90 * (d - c * c) * (d - c * c) +
               (1 - c) * (1 - c) + 10.1 * ((b - 1) * (b - 1) + (d - 1) * (d - 1)) +
               19.8 * (b - 1) * (d - 1);
    if (f < 1e-10)
        reach_error();
}
