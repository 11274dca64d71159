// Integer arithmetic of every width, shifts, conversions, loops over tables.
#include <stdint.h>
#include <stdio.h>

static const uint8_t table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
static int global_counter;
static struct { short a; char b; long c[3]; } record = {-5, 'x', {1, -2, 3}};

static unsigned mix(unsigned x) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}

static long sum(const long *values, int count) {
    long total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    global_counter++;
    return total;
}

static int recurse(int n) { return n <= 1 ? 1 : n * recurse(n - 1) % 10007; }

int main(void) {
    unsigned state = 1;
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < 1000; i++) {
        state = mix(state);
        hash = (hash ^ table[state & 15]) * 1099511628211u;
        hash = hash << 7 | hash >> 57;
    }
    printf("%llx %u\n", (unsigned long long)hash, state);
    for (int i = -3; i < 4; i++)
        printf("%d %d %d %u ", i / 2, i % 3, i >> 1, (unsigned)i >> 28);
    printf("\n%ld %d %d %c\n", sum(record.c, 3), record.a, global_counter, record.b);
    int8_t small = 127;
    small++;
    uint16_t medium = 65535;
    medium += 2;
    printf("%d %d %d\n", small, medium, recurse(200));
    switch (state % 7) {
    case 0: puts("zero"); break;
    case 1: case 2: puts("one or two"); break;
    case 3: puts("three");
    default: puts("others");
    }
    unsigned __int128 wide = (unsigned __int128)hash * state;
    wide = wide * wide / 12345 - (wide >> 3);
    wide += (unsigned __int128)((__int128)-77 * (long)(hash >> 40) / 13 >> 2);
    printf("%llx %llx\n", (unsigned long long)wide, (unsigned long long)(wide >> 64));
    printf("%d %d %d\n", __builtin_popcount(state), __builtin_clz(state | 1), __builtin_ctzll(hash | 8));
    printf("%x %llx\n", __builtin_bswap32(state), (unsigned long long)__builtin_bswap64(hash));
    return (int)(hash & 63);
}
