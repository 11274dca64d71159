// The seed of a random number generator by the dice that it throws.
//
// witness: 1419557860
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

int main(void) {
    unsigned seed = __VERIFIER_nondet_uint();
    static const int dice[6] = {6, 1, 5, 2, 4, 3};
    int alike = 1;
    for (int i = 0; i < 6; i++) {
        seed = seed * 1103515245 + 12345;
        alike &= (int)((seed >> 16 & 0x7fff) % 6) + 1 == dice[i];
    }
    if (alike)
        reach_error();
}
