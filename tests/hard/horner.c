// A polynomial of degree seven in Chebyshev's form, at one of its minima.
//
// witness: 0.9009700063583602
double __VERIFIER_nondet_double(void);
void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    static const double c[8] = {0, -7, 0, 56, 0, -112, 0, 64};
    double y = 0;
    for (int i = 7; i >= 0; i--)
        y = y * x + c[i];
    if (x > 0.5 && x < 0.99 && y < -0.9999999)
        reach_error();
}
