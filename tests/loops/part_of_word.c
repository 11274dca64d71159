// Bytes of words that were written whole, and words of which bytes were written.
#include <string.h>
int wf_int(const char *name);
union Word {
    unsigned whole;
    unsigned short half[2];
    unsigned char byte[4];
};
int f(void) {
    union Word word;
    unsigned n = (unsigned)wf_int("n");
    word.whole = n;
    word.byte[1] = 7;
    if ((word.whole >> 8 & 255) != 7)
        return 1; // never
    if (word.byte[0] != (n & 255))
        return 2; // never
    if (word.half[1] != n >> 16)
        return 3; // never
    if (word.half[0] == 0x0705)
        return 4; // sometimes
    unsigned long long both = 0;
    memcpy(&both, &word.whole, 4);
    if (both >> 32 != 0)
        return 5; // never
    if (((unsigned)both ^ n) & 0xffff00ff)
        return 6; // never
    return 0;
}
