// The number of a card with a given sum of digits and a given end.
//
// witness: 4 4 4 7 1 2 8 8 0 2 9 3 1 1 0 7
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    int digits[16], sum = 0, plain = 0;
    for (int i = 0; i < 16; i++) {
        digits[i] = __VERIFIER_nondet_uchar();
        if (digits[i] > 9)
            return 0;
        plain += digits[i];
        int twice = digits[i] * 2;
        sum += i % 2 ? digits[i] : twice / 10 + twice % 10;
    }
    if (digits[0] == 4 && digits[15] == 7 && sum % 10 == 0 && plain == 61 && digits[3] * digits[7] == 56)
        reach_error();
}
