/* Integers of every width: arithmetic, shifts, comparisons, conversions. */
#include <stdint.h>
#include <stdio.h>

static uint64_t seed = 12345;
static uint64_t next(void) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return seed ^ (seed >> 29);
}

#define ARITHMETIC(T, name, bits)                                                                  \
    static void name(void) {                                                                       \
        uint64_t sum = 0;                                                                          \
        for (int i = 0; i < 40; i++) {                                                             \
            T a = (T)next(), b = (T)next();                                                        \
            if (i % 7 == 0)                                                                        \
                b = (T)(i / 7);                                                                    \
            unsigned s = next() % bits;                                                            \
            sum = sum * 31 + (uint64_t)(T)((uint64_t)a + (uint64_t)b);                             \
            sum = sum * 31 + (uint64_t)(T)((uint64_t)a - (uint64_t)b);                             \
            sum = sum * 31 + (uint64_t)(T)((uint64_t)a * (uint64_t)b);                             \
            if (b != 0 && b != (T)-1) {                                                            \
                sum = sum * 31 + (uint64_t)(a / b);                                                \
                sum = sum * 31 + (uint64_t)(a % b);                                                \
            }                                                                                      \
            sum = sum * 31 + (uint64_t)(T)((uint64_t)a << s);                                      \
            sum = sum * 31 + (uint64_t)(T)(a >> s);                                                \
            sum = sum * 31 + (uint64_t)(T)(a & b) + (uint64_t)(T)(a | b) + (uint64_t)(T)(a ^ b);   \
            sum = sum * 31 + (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b);  \
            sum = sum * 31 + (uint64_t)(T)~a + (uint64_t)(T)(0 - (uint64_t)a);                     \
        }                                                                                          \
        printf(#name " %016llx\n", (unsigned long long)sum);                                       \
    }

ARITHMETIC(int8_t, s8, 8)
ARITHMETIC(uint8_t, u8, 8)
ARITHMETIC(int16_t, s16, 16)
ARITHMETIC(uint16_t, u16, 16)
ARITHMETIC(int32_t, s32, 32)
ARITHMETIC(uint32_t, u32, 32)
ARITHMETIC(int64_t, s64, 64)
ARITHMETIC(uint64_t, u64, 64)

/* Programs of 32 bits have no __int128. */
#ifdef __SIZEOF_INT128__
#define WIDE __int128
#define WIDE_UNSIGNED unsigned __int128
#else
#define WIDE _BitInt(128)
#define WIDE_UNSIGNED unsigned _BitInt(128)
#endif

static void put128(const char *name, WIDE_UNSIGNED value) {
    printf("%s %016llx%016llx\n", name, (unsigned long long)(value >> 64),
           (unsigned long long)value);
}

static WIDE global128 = ((WIDE)0x0123456789abcdef << 64) | 0xfedcba9876543210;

static void wide(void) {
    WIDE_UNSIGNED sum = 0;
    for (int i = 0; i < 30; i++) {
        WIDE_UNSIGNED a = (WIDE_UNSIGNED)next() << 64 | next();
        WIDE_UNSIGNED b = (WIDE_UNSIGNED)next() << (next() % 64) | next();
        WIDE c = (WIDE)a, d = (WIDE)b;
        unsigned s = next() % 128;
        sum = sum * 31 + (a + b) + (a * b) + (a - b);
        sum = sum * 31 + a / b + a % b;
        if (d != 0 && d != -1)
            sum = sum * 31 + (WIDE_UNSIGNED)(c / d) + (WIDE_UNSIGNED)(c % d);
        sum = sum * 31 + (a << s) + (a >> s) + (WIDE_UNSIGNED)(c >> s);
        sum = sum * 31 + (a < b) + 2 * (c < d) + 4 * (a == b) + 8 * (c >= d);
        sum = sum * 31 + (a & b) + (a | b) + (a ^ b);
        sum += (WIDE_UNSIGNED)(int64_t)c + (uint32_t)a;
    }
    put128("i128", sum);
    put128("global", (WIDE_UNSIGNED)global128);
    put128("negative", (WIDE_UNSIGNED)(WIDE)-5);
    global128 -= 1;
    put128("global", (WIDE_UNSIGNED)global128);
}

static void bit_int(void) {
    unsigned _BitInt(7) a = 100;
    _BitInt(13) b = -4000;
    unsigned _BitInt(65) c = (unsigned _BitInt(65))1 << 64;
    _BitInt(100) d = -1;
    unsigned _BitInt(200) e = 3;
    for (int i = 0; i < 20; i++) {
        a = (unsigned _BitInt(7))(a * 3 + 5);
        b = (_BitInt(13))(b / 3 + 17);
        c = (unsigned _BitInt(65))(c + (c >> 3) + 1);
        d = (_BitInt(100))(d * 1000003 - 7);
        e = (unsigned _BitInt(200))(e * e + (unsigned _BitInt(200))i);
    }
    printf("bitint %d %d %016llx %016llx %016llx\n", (int)a, (int)b, (unsigned long long)c,
           (unsigned long long)(d >> 30), (unsigned long long)(e >> 130));
}

static void conversions(void) {
    uint64_t sum = 0;
    for (int i = 0; i < 30; i++) {
        uint64_t v = next();
        int8_t a = (int8_t)v;
        int16_t b = (int16_t)v;
        int32_t c = (int32_t)v;
        sum = sum * 31 + (uint64_t)(int64_t)a + (uint64_t)(uint8_t)b + (uint64_t)(int64_t)c;
        sum = sum * 31 + (uint64_t)(uint16_t)c + (uint64_t)(int64_t)(int16_t)c;
        sum = sum * 31 + (_Bool)a + (_Bool)(v & 1) + (v > 5) + !v;
    }
    printf("conversions %016llx\n", (unsigned long long)sum);
}

static volatile int zero = 0;

static void corner_cases(void) {
    int32_t low = INT32_MIN;
    printf("corner %d %u %lld\n", low / (2 + zero), (uint32_t)low / (3u + (unsigned)zero),
           (long long)INT64_MIN / (7 + zero));
    printf("corner %d %d\n", (-7 + zero) / 2, (-7 + zero) % 2);
    printf("corner %u %u\n", 1u << (31 + zero), 0x80000000u >> (31 + zero));
}

int main(void) {
    s8(), u8(), s16(), u16(), s32(), u32(), s64(), u64();
    wide();
    bit_int();
    conversions();
    corner_cases();
    return 0;
}
