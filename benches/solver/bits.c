// Bit tricks held against each other: population counts, reversals, powers of two, averages.
//
// options: --strategy dfs --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

static uint32_t count(uint32_t x) {
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return ((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

static uint32_t reverse(uint32_t x) {
    x = x >> 1 & 0x55555555 | (x & 0x55555555) << 1;
    x = x >> 2 & 0x33333333 | (x & 0x33333333) << 2;
    x = x >> 4 & 0x0f0f0f0f | (x & 0x0f0f0f0f) << 4;
    x = x >> 8 & 0x00ff00ff | (x & 0x00ff00ff) << 8;
    return x >> 16 | x << 16;
}

int main(void) {
    uint32_t x = wf_uint("x"), y = wf_uint("y");
    if (count(x) != count(reverse(x)))
        return 1;
    if (x && !(x & (x - 1)) && count(x) != 1)
        return 2;
    uint32_t average = (x & y) + ((x ^ y) >> 1);
    if (average != (uint32_t)(((uint64_t)x + y) / 2))
        return 3;
    if (reverse(x) == y && x + y == 0x80000001)
        return 4;
    return count(x ^ y) == 31 ? 5 : count(x) + count(y) == 40 ? 6 : 0;
}
