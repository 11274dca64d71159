// A discrete logarithm by square and multiply.
//
// witness: 694
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void) {
    unsigned exponent = __VERIFIER_nondet_uint();
    if (exponent < 500 || exponent > 1023)
        return 0;
    unsigned result = 1, base = 11;
    for (unsigned e = exponent; e; e >>= 1) {
        if (e & 1)
            result = result * base % 1009;
        base = base * base % 1009;
    }
    if (result == 5)
        reach_error();
}
