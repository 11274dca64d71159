/* 2^16 paths over the bits of one input. */
#include <wayfarer.h>

int main(void) {
    unsigned short x = wf_ushort("x");
    int count = 0;
    for (int i = 0; i < 16; i++)
        if (x >> i & 1)
            count++;
    return count;
}
