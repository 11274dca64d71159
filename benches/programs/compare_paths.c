/* 2^16 paths, one comparison each. */
#include <wayfarer.h>

int main(void) {
    unsigned char x[16];
    int count = 0;
    wf_symbolic(x, sizeof x, "x");
    for (int i = 0; i < 16; i++)
        if (x[i] > 100)
            count++;
    return count;
}
