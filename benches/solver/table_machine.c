// A state machine with a transition table of 4 KiB over five free bytes.
//
// options: --strategy dfs --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

static uint8_t next[16][256];

int main(void) {
    uint64_t noise = 7;
    for (int s = 0; s < 16; s++)
        for (int c = 0; c < 256; c++) {
            noise = noise * 6364136223846793005u + 1442695040888963407u;
            next[s][c] = noise >> 33 & 15;
        }
    uint8_t state = 0;
    for (int i = 0; i < 5; i++) {
        state = next[state][wf_uchar("byte")];
        if (state == 3)
            return 1;
        if (state == 9)
            return 2;
    }
    return state > 12 ? 3 : 0;
}
