// Division, remainder, shifts and wide integers at their edges.
#include <wayfarer.h>
#include <limits.h>

int main(void) {
    signed char c;
    wf_symbolic((unsigned char *)&c, 1, "c");
    wf_assume(c != 77);
    int dividend = INT_MIN;
    if (c != -128)
        dividend = c;
    if (c < -100 && dividend / (c % 3 + 1) == -55)
        return 1;
    if (c == -128 && dividend % (c / 128) == 0)
        return 2;
    unsigned __int128 wide = (unsigned __int128)(unsigned char)c << 100;
    if (wide / 3 > (unsigned __int128)80 << 100)
        return 3;
    if (c > 64 && 1u << (c & 63) == 16)
        return 4;
    short narrow = c;
    narrow *= 300;
    if (narrow < 0 && c > 0)
        return 5;
    return -8 >> (c & 1) == -4 && c % 7 == 2;
}
