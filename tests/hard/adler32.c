// Ten digits by their Adler-32.
//
// witness: 51 49 52 49 53 57 50 54 53 51
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    unsigned a = 1, b = 0;
    for (int i = 0; i < 10; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c < '0' || c > '9')
            return 0;
        a = (a + c) % 65521;
        b = (b + a) % 65521;
    }
    if ((b << 16 | a) == 0x0b1a0208)
        reach_error();
}
