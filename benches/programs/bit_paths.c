/* 2^N paths over the bits of one input. */
#include <wayfarer.h>

#ifndef N
#define N 16
#endif

int main(void) {
    unsigned x = wf_uint("x") & ((1u << N) - 1);
    int count = 0;
    for (int i = 0; i < N; i++)
        if (x >> i & 1)
            count++;
    return count;
}
