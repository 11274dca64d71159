// Five printable characters by the hash of Fowler, Noll and Vo.
//
// witness: 104 101 108 108 111
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    unsigned hash = 2166136261;
    for (int i = 0; i < 5; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c < ' ' || c > '~')
            return 0;
        hash = (hash ^ c) * 16777619;
    }
    if (hash == 0x4f9f2cab)
        reach_error();
}
