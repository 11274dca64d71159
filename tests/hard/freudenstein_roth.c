// The zero of the function of Freudenstein and Roth; there is a local minimum that is none.
//
// witness: 5 4
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    double f = -13 + x + ((5 - y) * y - 2) * y;
    double g = -29 + x + ((y + 1) * y - 14) * y;
    if (f == 0 && g == 0)
        reach_error();
}
