/* Bit builtins, checked and saturating arithmetic. */
#include <stdint.h>
#include <stdio.h>

static uint64_t seed = 99;
static uint64_t next(void) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return seed ^ (seed >> 31);
}

static uint32_t rotate(uint32_t v, unsigned by) { return v << (by & 31) | v >> (-by & 31); }
static uint64_t rotate_right(uint64_t v, unsigned by) { return v >> (by & 63) | v << (-by & 63); }

int main(void) {
    for (int i = 0; i < 40; i++) {
        uint64_t v = next() >> (next() % 63);
        uint64_t w = next() >> (next() % 63);
        if (v == 0)
            v = 1;
        printf("%d %d %d %d %d\n", __builtin_popcountll(v), __builtin_clzll(v), __builtin_ctzll(v),
               __builtin_ffsll((long long)v), __builtin_parityll(v));
        uint32_t x = (uint32_t)v | 1;
        printf("%d %d %d %d %d\n", __builtin_popcount(x), __builtin_clz(x), __builtin_ctz(x),
               __builtin_ffs((int)x), __builtin_clrsb((int)x));
        printf("%04x %08x %016llx\n", __builtin_bswap16((uint16_t)v), __builtin_bswap32(x),
               (unsigned long long)__builtin_bswap64(v));
        printf("%02x %04x %08x %016llx\n", __builtin_bitreverse8((uint8_t)v),
               __builtin_bitreverse16((uint16_t)v), __builtin_bitreverse32(x),
               (unsigned long long)__builtin_bitreverse64(v));
        printf("%08x %016llx\n", rotate(x, (unsigned)w), (unsigned long long)rotate_right(v, (unsigned)w));
        printf("%02x %08x\n", __builtin_rotateleft8((uint8_t)v, (uint8_t)w), __builtin_rotateright32(x, (uint32_t)w));
        int a = (int)v, b = (int)w, r = 0;
        long long la = (long long)v, lb = (long long)w, lr = 0;
        unsigned ua = (unsigned)v, ub = (unsigned)w, ur = 0;
        int o = __builtin_sadd_overflow(a, b, &r);
        printf("%d %d ", o, r);
        o = __builtin_ssub_overflow(a, b, &r);
        printf("%d %d ", o, r);
        o = __builtin_smul_overflow(a, b, &r);
        printf("%d %d ", o, r);
        o = __builtin_uadd_overflow(ua, ub, &ur);
        printf("%d %u ", o, ur);
        o = __builtin_usub_overflow(ua, ub, &ur);
        printf("%d %u ", o, ur);
        o = __builtin_umul_overflow(ua, ub, &ur);
        printf("%d %u ", o, ur);
        o = __builtin_mul_overflow(la, lb, &lr);
        printf("%d %lld ", o, lr);
        short s;
        o = __builtin_add_overflow(a, b, &s);
        printf("%d %d ", o, s);
        unsigned char c;
        o = __builtin_mul_overflow(ua, b, &c);
        printf("%d %d\n", o, c);
        printf("%d %d %lld\n", __builtin_elementwise_add_sat(a, b), __builtin_elementwise_sub_sat(a, b),
               __builtin_elementwise_add_sat(la, lb));
        printf("%u %u\n", __builtin_elementwise_add_sat(ua, ub), __builtin_elementwise_sub_sat(ua, ub));
        printf("%d %d %d\n", __builtin_elementwise_max(a, b), __builtin_elementwise_min(a, b),
               __builtin_elementwise_abs(a / 2));
        printf("%u %u\n", __builtin_elementwise_max(ua, ub), __builtin_elementwise_min(ua, ub));
        unsigned carry;
        unsigned low = __builtin_addc(ua, ub, 1u, &carry);
        printf("%u %u\n", low, carry);
    }
    return 0;
}
