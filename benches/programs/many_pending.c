/* 2^21 paths, one comparison each: breadth first, a million of them wait at one time. */
#include <wayfarer.h>

int main(void) {
    unsigned char x[21];
    int count = 0;
    wf_symbolic(x, sizeof x, "x");
    for (int i = 0; i < 21; i++)
        if (x[i] > 100)
            count++;
    return count;
}
