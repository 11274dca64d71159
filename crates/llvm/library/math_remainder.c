/*
 * math.h: fmod, remainder and remquo, exactly, by long division on significands. Every float and
 * double is a long double, and so is every result; one division serves the three formats.
 */
#include "library.h"

#include <math.h>

/* significand × 2^exponent, the significand's top bit set. */
struct parts {
    uint64_t significand;
    int exponent;
};

/* Of a finite number that is not zero. Symbolic operands are pinned: a division of a thousand
   steps is no formula to solve. */
static struct parts take_apart(long double x) {
    union {
        long double value;
        struct {
            int64_t mantissa;
            uint16_t top;
        } parts;
    } it = {x};
    uint64_t mantissa = (uint64_t)wfl_concrete(it.parts.mantissa);
    int exponent = (int)wfl_concrete(it.parts.top & 0x7fff);
    int shift = __builtin_clzll(mantissa);
    return (struct parts){mantissa << shift, (exponent ? exponent : 1) - shift};
}

/* Both exponents are biased alike. */
static long double put_together(uint64_t significand, int exponent) {
    union {
        struct {
            uint64_t mantissa;
            uint16_t top;
        } parts;
        long double value;
    } it = {.parts = {0, 0}};
    if (significand == 0)
        return 0;
    int shift = __builtin_clzll(significand);
    significand <<= shift;
    exponent -= shift;
    if (exponent >= 1) {
        it.parts.mantissa = significand;
        it.parts.top = (uint16_t)exponent;
    } else {
        it.parts.mantissa = significand >> (1 - exponent);
    }
    return it.value;
}

/* |x| mod |y| for finite x and y, y not 0; the low bits of the quotient too. */
static long double divide(long double x, long double y, uint64_t *quotient) {
    *quotient = 0;
    if (x == 0)
        return 0;
    struct parts n = take_apart(x), d = take_apart(y);
    if (n.exponent < d.exponent)
        return __builtin_elementwise_abs(x);
    uint64_t rest = n.significand;
    bool carry = false;
    for (int i = n.exponent - d.exponent;; i--) {
        bool bit = carry || rest >= d.significand;
        if (bit)
            rest -= d.significand;
        *quotient = *quotient << 1 | bit;
        if (i == 0)
            break;
        carry = rest >> 63;
        rest <<= 1;
    }
    return put_together(rest, d.exponent);
}

static bool is_finite(long double x) {
    return __builtin_elementwise_abs(x) < (long double)__builtin_inf();
}

/* x without a quotient: not a number, with errno if that is the arguments' fault. */
static long double undefined(long double x, long double y) {
    if (x == x && y == y)
        errno = EDOM;
    return (x * y) / (x * y);
}

static bool is_undefined(long double x, long double y) {
    return y == 0 || !is_finite(x) || y != y;
}

static long double truncated(long double x, long double y) {
    if (is_undefined(x, y))
        return undefined(x, y);
    if (!is_finite(y))
        return x;
    uint64_t quotient;
    return __builtin_elementwise_copysign(divide(x, y, &quotient), x);
}

/* To the nearest multiple of y, of two the even one. The quotient's low bits are those of the
   truncated one, plus one if it was rounded up, as glibc has them. */
static long double nearest(long double x, long double y, int *low_bits) {
    uint64_t quotient;
    *low_bits = 0;
    if (is_undefined(x, y))
        return undefined(x, y);
    if (!is_finite(y))
        return x;
    long double magnitude = __builtin_elementwise_abs(y), rest = divide(x, y, &quotient);
    *low_bits = (int)(quotient & 7);
    /* rest > magnitude / 2, without overflow or underflow */
    long double other = magnitude - rest;
    if (rest > other || (rest == other && (quotient & 1))) {
        rest -= magnitude;
        ++*low_bits;
    }
    bool negative = __builtin_elementwise_copysign(1.0L, x) < 0;
    return rest == 0 ? __builtin_elementwise_copysign(0.0L, x) : negative ? -rest : rest;
}

#ifdef __x86_64__
/* glibc divides by small doubles in two steps, the first with a divisor 2^128 times as large. A zero in the end has
   the sign of what the first step left. */
static double nearest_double(double x, double y) {
    int low;
    double result = (double)nearest(x, y, &low);
    if (result != 0 || x == 0 || __builtin_elementwise_abs(y) >= 0x1p-970)
        return result;
    /* Of x as large as 2^1023, half is divided. */
    long double smaller = __builtin_elementwise_abs(x) < 0x1p1023 ? x : x * 0.5L;
    long double first = nearest(smaller, y * 0x1p128L, &low);
    return __builtin_elementwise_copysign(0.0, (double)first);
}
#else
static double nearest_double(double x, double y) {
    int low;
    return (double)nearest(x, y, &low);
}
#endif

/* Where the compiler need not think of errno, it has an instruction, which the machine can keep
   symbolic. */
#ifdef __NO_MATH_ERRNO__
#define FMOD(T, s, x, y)                                                                           \
    (errno = is_undefined(x, y) & (x == x) & (y == y) ? EDOM : errno, __builtin_fmod##s(x, y))
#else
#define FMOD(T, s, x, y) truncated(x, y)
#endif

static float nearest_float(float x, float y) {
    int low;
    return (float)nearest(x, y, &low);
}

static long double nearest_long_double(long double x, long double y) {
    int low;
    return nearest(x, y, &low);
}

/* What is told of a quotient: on i386 no more than has to be. */
#ifdef __x86_64__
#define QUOTIENT(low) (low)
#else
#define QUOTIENT(low) ((low) & 7)
#endif

#define FAMILY(T, s, name)                                                                         \
    T fmod##s(T x, T y) { return (T)FMOD(T, s, x, y); }                                            \
    T remainder##s(T x, T y) { return nearest_##name(x, y); }                                      \
    T drem##s(T x, T y) { return nearest_##name(x, y); }                                           \
    T remquo##s(T x, T y, int *to) {                                                               \
        int low, before = errno;                                                                   \
        T result = (T)nearest(x, y, &low);                                                         \
        errno = before;                                                                            \
        if (is_undefined(x, y))                                                                    \
            return result;                                                                         \
        bool negative = (__builtin_elementwise_copysign((T)1, x) < 0) !=                           \
                        (__builtin_elementwise_copysign((T)1, y) < 0);                             \
        low = QUOTIENT(low);                                                                       \
        *to = negative ? -low : low;                                                               \
        return result;                                                                             \
    }

FAMILY(double, , double)
FAMILY(float, f, float)
FAMILY(long double, l, long_double)
