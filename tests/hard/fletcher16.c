// A word by Fletcher's checksum.
//
// witness: 102 108 101 116 99 104
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    unsigned low = 0, high = 0;
    for (int i = 0; i < 6; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c < 'a' || c > 'z')
            return 0;
        low = (low + c) % 255;
        high = (high + low) % 255;
    }
    if ((high << 8 | low) == 0xa678)
        reach_error();
}
