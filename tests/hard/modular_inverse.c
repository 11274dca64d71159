// An inverse modulo a prime.
//
// witness: 174246905
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    if (x < 1000000007 && 123457 * x % 1000000007 == 1)
        reach_error();
}
