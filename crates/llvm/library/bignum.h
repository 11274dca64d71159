/* Natural numbers of any size: little-endian words, no leading zero words. */
#ifndef WFL_BIGNUM_H
#define WFL_BIGNUM_H

#include <stdint.h>

struct bignum {
    uint32_t *words;
    int count;
};

static inline void big_set(struct bignum *n, uint64_t value) {
    n->count = 0;
    for (; value; value >>= 32)
        n->words[n->count++] = (uint32_t)value;
}

/* n = n × factor + summand */
static inline void big_multiply(struct bignum *n, uint32_t factor, uint32_t summand) {
    uint64_t carry = summand;
    for (int i = 0; i < n->count; i++) {
        carry += (uint64_t)n->words[i] * factor;
        n->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        n->words[n->count++] = (uint32_t)carry;
}

/* n = n × 5^power */
static inline void big_multiply_power_of_5(struct bignum *n, int power) {
    for (; power >= 13; power -= 13)
        big_multiply(n, 1220703125, 0);
    uint32_t rest = 1;
    for (; power > 0; power--)
        rest *= 5;
    if (rest > 1)
        big_multiply(n, rest, 0);
}

/* n = n / divisor; the remainder is returned. */
static inline uint32_t big_divide(struct bignum *n, uint32_t divisor) {
    uint64_t rest = 0;
    for (int i = n->count - 1; i >= 0; i--) {
        rest = rest << 32 | n->words[i];
        n->words[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (n->count > 0 && n->words[n->count - 1] == 0)
        n->count--;
    return (uint32_t)rest;
}

static inline void big_shift_left(struct bignum *n, int shift) {
    if (n->count == 0 || shift <= 0)
        return;
    int words = shift / 32, bits = shift % 32;
    uint32_t top = bits ? n->words[n->count - 1] >> (32 - bits) : 0;
    for (int i = n->count - 1; i >= 0; i--) {
        uint32_t low = bits && i > 0 ? n->words[i - 1] >> (32 - bits) : 0;
        n->words[i + words] = n->words[i] << bits | low;
    }
    for (int i = 0; i < words; i++)
        n->words[i] = 0;
    n->count += words;
    if (top)
        n->words[n->count++] = top;
}

static inline int big_compare(const struct bignum *a, const struct bignum *b) {
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    return 0;
}

/* a = a - b, where a >= b */
static inline void big_subtract(struct bignum *a, const struct bignum *b) {
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t other = (i < b->count ? b->words[i] : 0) + borrow;
        borrow = a->words[i] < other;
        a->words[i] = (uint32_t)(a->words[i] - other);
    }
    while (a->count > 0 && a->words[a->count - 1] == 0)
        a->count--;
}

static inline int big_bits(const struct bignum *n) {
    return n->count == 0 ? 0 : 32 * n->count - __builtin_clz(n->words[n->count - 1]);
}

#endif
