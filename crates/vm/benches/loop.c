// An integer loop with table look-ups: a sieve-like hash over tables, nothing else.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint32_t table[256];
static uint8_t buffer[4096];

static void fill(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
        table[i] = value;
    }
}

static uint32_t checksum(uint32_t value, const uint8_t *bytes, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        value = table[(value ^ bytes[i]) & 255] ^ value >> 8;
    return value;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1000;
    fill();
    uint32_t value = ~0u;
    for (int round = 0; round < rounds; round++) {
        for (unsigned i = 0; i < sizeof buffer; i++)
            buffer[i] = (uint8_t)(i * 7 + value);
        value = checksum(value, buffer, sizeof buffer);
    }
    printf("%x\n", value);
#ifdef NATIVE
    fprintf(stderr, "%ld\n", (long)clock());
#endif
    return 0;
}
