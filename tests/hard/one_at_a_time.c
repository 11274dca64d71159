// Four bytes by Jenkins's hash.
//
// witness: 119 97 121 33
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    unsigned hash = 0;
    for (int i = 0; i < 4; i++) {
        hash += __VERIFIER_nondet_uchar();
        hash += hash << 10;
        hash ^= hash >> 6;
    }
    hash += hash << 3;
    hash ^= hash >> 11;
    hash += hash << 15;
    if (hash == 0x54a0b7f2)
        reach_error();
}
