// An ISBN whose check digit is an X.
//
// witness: 51 56 49 53 54 48 57 54 52 88
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    char isbn[10];
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        isbn[i] = (char)__VERIFIER_nondet_uchar();
        int digit = isbn[i] - '0';
        if (i == 9 && isbn[i] == 'X')
            digit = 10;
        else if (digit < 0 || digit > 9)
            return 0;
        sum += (10 - i) * digit;
    }
    if (isbn[9] == 'X' && sum % 11 == 0 && isbn[0] == '3' && isbn[1] == '8' && sum > 250)
        reach_error();
}
