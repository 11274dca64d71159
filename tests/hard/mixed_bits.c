// The finalizer of a 64-bit hash function.
//
// witness: 14014796426795753759
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);

int main(void) {
    unsigned long k = __VERIFIER_nondet_ulong();
    k ^= k >> 33;
    k *= 0xff51afd7ed558ccd;
    k ^= k >> 33;
    k *= 0xc4ceb9fe1a85ec53;
    k ^= k >> 33;
    if (k == 42)
        reach_error();
}
