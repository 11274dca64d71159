// A bar code with a given weighted sum.
//
// witness: 5 1 4 8 2 9 8 8 3 9 9 7 3
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    int sum = 0, product = 1;
    for (int i = 0; i < 13; i++) {
        int digit = __VERIFIER_nondet_uchar();
        if (digit > 9)
            return 0;
        sum += i % 2 ? 3 * digit : digit;
        if (i < 6)
            product *= digit;
    }
    if (sum % 10 == 0 && product == 2880 && sum > 150)
        reach_error();
}
