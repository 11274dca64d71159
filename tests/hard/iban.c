// An account number by its check digits.
//
// witness: 6 7 5 1 3 6 9 1 4 0 0 6 7 8 5 1 0 6
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    unsigned rest = 0;
    unsigned long account = 0;
    for (int i = 0; i < 18; i++) {
        unsigned digit = __VERIFIER_nondet_uchar();
        if (digit > 9)
            return 0;
        account = account * 10 + digit;
        rest = (rest * 10 + digit) % 97;
    }
    // D, E and the check digits go to the end: 13 14 89.
    rest = (rest * 10000 + 1314) % 97;
    rest = (rest * 100 + 89) % 97;
    if (rest == 1 && account % 1009 == 7 && account > 370400440000000000)
        reach_error();
}
