// options: --opaque checksum
// findings: assertion 20
// tests: confirmed
// left: values pinned to what they were under one model, paths cut off by a limit
//
// A function that no solver inverts is called with the values at hand, which are pinned, and then with others.
#include <assert.h>
#include <wayfarer.h>

static unsigned checksum(unsigned x) {
    for (int i = 0; i < 32; i++) {
        x = (x ^ x >> 15) * 0x2c1b3c6d + x / 13;
    }
    return x;
}

int main(void) {
    unsigned x = wf_uint("x"), sum = wf_uint("sum");
    if (x > 100 && sum == checksum(x)) {
        assert(x < 50);
    }
    return 0;
}
