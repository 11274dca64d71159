// What matters is not left out: only the way on which all ten inputs are large fails.
//
// options: --prune coverage --strategy dfs
// exhaustive_for_coverage: true
// findings: assertion 20
// verdicts: confirmed
// left: none
#include <assert.h>
#include <wayfarer.h>

int main(void) {
    int large = 0, sum = 0;
    for (int i = 0; i < 10; i++) {
        unsigned char x = wf_uchar("x");
        if (x > 200)
            large++;
        if (x & 1)
            sum += x;
    }
    assert(large != 10);
    return sum & 1;
}
