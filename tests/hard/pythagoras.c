// A Pythagorean triple with a given sum.
//
// witness: 200 375 425
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (a > 0 && a < b && b < c && c < 1000 && a + b + c == 1000 && a * a + b * b == c * c)
        reach_error();
}
