/* 2^N paths, one comparison each. */
#include <wayfarer.h>

#ifndef N
#define N 16
#endif

int main(void) {
    unsigned char x[N];
    int count = 0;
    wf_symbolic(x, sizeof x, "x");
    for (int i = 0; i < N; i++)
        if (x[i] > 100)
            count++;
    return count;
}
