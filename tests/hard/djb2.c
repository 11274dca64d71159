// A word of lower case letters by Bernstein's hash.
//
// witness: 115 101 99 114 101 116
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    unsigned hash = 5381;
    for (int i = 0; i < 6; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c < 'a' || c > 'z')
            return 0;
        hash = hash * 33 + c;
    }
    if (hash == 0x1b7c2beb)
        reach_error();
}
