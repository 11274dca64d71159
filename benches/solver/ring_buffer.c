// Commands of free bytes write to and read from a small memory at free places.
//
// options: --strategy dfs --max-paths 600 --solver-time 5
#include <wayfarer.h>

int main(void) {
    unsigned char memory[64] = {0};
    for (int i = 0; i < 4; i++) {
        unsigned char place = wf_uchar("place"), value = wf_uchar("value");
        unsigned at = (place * 5u + (unsigned)i) & 63;
        if (memory[at] == 40 + i)
            return i + 1;
        if (memory[at] > 200)
            memory[at ^ 1] = value;
        else
            memory[at] = (unsigned char)(value + place);
    }
    return memory[7] == 99;
}
