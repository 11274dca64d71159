// The state of a random number generator by its output.
//
// witness: 15625157554807750042
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    if (x * 0x2545f4914f6cdd1d == 0x123456789abcdef0)
        reach_error();
}
