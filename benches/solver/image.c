// The head of an image file: sizes whose product is looked at, under an Adler-32 that is stored in
// the file and so is free.
//
// options: --strategy dfs --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

static uint32_t adler(const unsigned char *bytes, int length) {
    uint32_t a = 1, b = 0;
    for (int i = 0; i < length; i++) {
        a = (a + bytes[i] * 251u) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

int main(void) {
    unsigned char head[12];
    for (int i = 0; i < 12; i++) head[i] = wf_uchar("head");
    uint32_t stored = (uint32_t)wf_int("stored");
    if (adler(head, 12) != stored) return 1;
    uint32_t width = head[0] << 16 | head[1] << 8 | head[2];
    uint32_t height = head[3] << 16 | head[4] << 8 | head[5];
    uint32_t depth = head[6];
    if (width == 0 || height == 0 || depth == 0) return 2;
    if (width * height * depth == 0xfffe0001) return 3;
    if (width * height == 0x2f0d3b17) return 4;
    uint32_t row = (width * depth + 7) / 8;
    if (row * height != head[8] * 65536u + head[9] * 256u + head[10]) return 5;
    if ((width ^ height) % 1009 == 1008) return 6;
    return 0;
}
