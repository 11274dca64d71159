// A ledger: four accounts, transfers with a fee, and books that must balance before the entries are
// looked at one by one; amounts are free.
//
// options: --strategy dfs --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

int main(void) {
    uint32_t before[4], after[4], moved[4];
    for (int i = 0; i < 4; i++) {
        before[i] = (uint32_t)wf_int("before");
        moved[i] = (uint32_t)wf_int("moved");
        after[i] = (uint32_t)wf_int("after");
    }
    uint32_t in = 0, out = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t fee = moved[i] / 1000;
        // Each account gives to the next one.
        if (after[i] != before[i] - moved[i] + moved[(i + 3) % 4] - fee) return 1;
        in += after[i] + fee;
        out += before[i];
    }
    if (in != out) return 2; // cannot be
    int largest = 0;
    for (int i = 1; i < 4; i++)
        if (after[i] * 3 > after[largest] * 3 + 1) largest = i;
    return 3 + largest;
}
