// Decimal digits of a free 32-bit number by division by ten, each compared.
//
// options: --strategy dfs --max-paths 400 --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

int main(void) {
    uint32_t n = wf_uint("n");
    int sevens = 0, i = 0;
    do {
        uint32_t digit = n % 10;
        n /= 10;
        if (digit == 7)
            sevens++;
        else if (digit == 0)
            return sevens;
    } while (n && ++i < 6);
    return sevens;
}
