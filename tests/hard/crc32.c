// Eight printable characters by their CRC-32.
//
// witness: 87 97 121 102 97 114 101 114
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

int main(void) {
    unsigned crc = ~0u;
    for (int i = 0; i < 8; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c < ' ' || c > '~')
            return 0;
        crc ^= c;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
    }
    if (~crc == 0x5f311fa9)
        reach_error();
}
