// Euclid's algorithm on two free 16-bit numbers: divisors are free, too.
//
// options: --strategy dfs --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

int main(void) {
    uint16_t a = wf_uint16("a"), b = wf_uint16("b");
    for (int i = 0; i < 5 && b; i++) {
        uint16_t r = a % b;
        a = b;
        b = r;
    }
    return b == 0 && a == 7;
}
