// A number that is the sum of the cubes of its digits.
//
// witness: 407
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 371 || n > 999)
        return 0;
    int a = n / 100, b = n / 10 % 10, c = n % 10;
    if (a * a * a + b * b * b + c * c * c == n)
        reach_error();
}
