// An integer square root by Newton's iteration.
//
// witness: 11945554
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1000000 || n > 20000000)
        return 0;
    unsigned x = n, y = (x + 1) / 2;
    for (int i = 0; i < 14 && y < x; i++) {
        x = y;
        y = (x + n / x) / 2;
    }
    if (x == 3456 && n % 1009 == 3)
        reach_error();
}
