/* An integer loop with table look-ups, nothing symbolic: a CRC over a generated message. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t table[256];

int main(int argc, char **argv) {
    uint32_t rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
    uint32_t crc = 0xffffffffu, byte = 1;
    for (uint32_t i = 0; i < rounds * 1000000u; i++) {
        byte = byte * 1103515245u + 12345u;
        crc = table[(crc ^ (byte >> 16)) & 0xff] ^ (crc >> 8);
    }
    printf("%08x\n", crc);
    return 0;
}
