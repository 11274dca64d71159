// options: --opaque checksum
// findings: assertion 21
// tests: confirmed
// branches: 6 of 8
// left: values pinned to what they were under one model, paths cut off by a limit
//
// Branches that are closed to the value that a call was made with are reached with others.
#include <assert.h>
#include <wayfarer.h>

static unsigned checksum(unsigned x) {
    for (int i = 0; i < 32; i++) {
        x = (x ^ x >> 15) * 0x2c1b3c6d + x / 13;
    }
    return x;
}

int main(void) {
    unsigned x = wf_uint("x"), sum = checksum(x);
    if (x == 77777) {
        assert(sum == 0);
    }
    return 0;
}
