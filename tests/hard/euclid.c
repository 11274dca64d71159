// Two numbers by their greatest common divisor and their product.
//
// witness: 481 666
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

unsigned gcd(unsigned a, unsigned b) {
    while (b) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > 100 && a < b && b < 1000 && a * b == 320346 && gcd(a, b) == 37)
        reach_error();
}
