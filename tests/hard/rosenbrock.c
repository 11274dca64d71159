// The zero of Rosenbrock's function.
//
// witness: 1 1
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    double f = 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x);
    if (f == 0)
        reach_error();
}
