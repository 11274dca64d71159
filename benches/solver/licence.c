// A licence key of four words, checked by weighted sums modulo 2^32 (two of them with even weights
// only), by its digits' order, and by a product.
//
// options: --strategy dfs --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

static const uint32_t weights[5][4] = {
    {0x1f3, 0x2b7, 0x101, 0x377},
    {0x10, 0x6d2, 0x8c, 0x2fe},
    {0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f},
    {6, 10, 14, 22},
    {0x3039, 0x41c64e6d, 1, 0xffffffff},
};

int main(void) {
    uint32_t key[4];
    for (int i = 0; i < 4; i++) key[i] = (uint32_t)wf_int("key");
    // The key of the author, which passes.
    static const uint32_t good[4] = {0x12345679, 0xcafe0007, 0x00c0ffee, 0x7f4a7c15};
    int passed = 0;
    for (int check = 0; check < 5; check++) {
        uint32_t sum = 0, expected = 0;
        for (int i = 0; i < 4; i++) {
            sum += weights[check][i] * key[i];
            expected += weights[check][i] * good[i];
        }
        if (sum != expected) return passed;
        passed++;
        if (key[check % 4] == key[(check + 1) % 4]) return passed + 10;
    }
    if (key[0] * key[1] == 0x2a) return passed + 20;
    return passed;
}
