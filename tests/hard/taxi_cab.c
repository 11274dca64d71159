// Two ways to write a number as a sum of two cubes.
//
// witness: 1 12 9 10
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
    if (a > 0 && a < c && c < d && d < b && b < 40 && a * a * a + b * b * b == c * c * c + d * d * d)
        reach_error();
}
