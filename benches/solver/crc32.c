// CRC-32 of six free digits by a table of 256 words, compared with a wanted sum part by part.
//
// options: --strategy dfs --max-paths 300 --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

static uint32_t table[256];

int main(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320 ^ c >> 1 : c >> 1;
        table[i] = c;
    }
    uint32_t crc = 0xffffffff;
    for (int i = 0; i < 6; i++) {
        unsigned char byte = wf_uchar("byte");
        if (byte < '0' || byte > '9')
            return 1;
        crc = table[(crc ^ byte) & 255] ^ crc >> 8;
        if ((crc & 0x3ff) == 0x155)
            return 2;
    }
    crc = ~crc;
    return crc >> 24 == 0x12 ? 3 : crc == 0x09723c51 ? 4 : 0;
}
