// The least solution of Pell's equation for 13.
//
// witness: 649 180
long __VERIFIER_nondet_long(void);
void reach_error(void);

int main(void) {
    long x = __VERIFIER_nondet_long(), y = __VERIFIER_nondet_long();
    if (x > 1 && x < 100000 && y > 0 && y < 100000 && x * x - 13 * y * y == 1)
        reach_error();
}
