/*
 * math.h: functions on the sign, exponent and significand of numbers. Those of float go through
 * double, which holds every float and every result exactly; those of double go through long
 * double where it helps in the same way.
 */
#include "library.h"

#include <limits.h>
#include <math.h>

union double_bits {
    double value;
    uint64_t bits;
};

union float_bits {
    float value;
    uint32_t bits;
};

union long_double_bits {
    long double value;
    struct {
        uint64_t mantissa;
        uint16_t top;
    } parts;
};

static inline bool is_finite(double x) { return __builtin_elementwise_abs(x) < __builtin_inf(); }

static inline bool is_finite_long(long double x) {
    return __builtin_elementwise_abs(x) < (long double)__builtin_inf();
}

static long double split_long(long double x, int *exponent) {
    *exponent = 0;
    if (!is_finite_long(x) || x == 0)
        return x + x;
    union long_double_bits it = {x};
    int shift = 0;
    if ((it.parts.top & 0x7fff) == 0) {
        it.value = x * 0x1p64L;
        shift = 64;
    }
    *exponent = (it.parts.top & 0x7fff) - 16382 - shift;
    it.parts.top = (uint16_t)((it.parts.top & 0x8000) | 16382);
    return it.value;
}

static double split(double x, int *exponent) {
    *exponent = 0;
    if (!is_finite(x) || x == 0)
        return x + x;
    union double_bits it = {x};
    int shift = 0;
    if ((it.bits >> 52 & 0x7ff) == 0) {
        it.value = x * 0x1p54;
        shift = 54;
    }
    *exponent = (int)(it.bits >> 52 & 0x7ff) - 1022 - shift;
    it.bits = (it.bits & 0x800fffffffffffff) | (uint64_t)1022 << 52;
    return it.value;
}

double frexp(double x, int *exponent) { return split(x, exponent); }
float frexpf(float x, int *exponent) { return (float)split((double)x, exponent); }
long double frexpl(long double x, int *exponent) { return split_long(x, exponent); }

static long double power_of_two(int exponent) {
    union long_double_bits it = {0};
    it.parts.mantissa = (uint64_t)1 << 63;
    it.parts.top = (uint16_t)(exponent + 16383);
    return it.value;
}

/* x × 2^n, rounded once: the first steps are exact unless nothing is left in the end anyway. */
static long double scale_long(long double x, long n) {
    for (int step = 0; step < 2 && n > 16383; step++) {
        x *= 0x1p16383L;
        n -= 16383;
    }
    for (int step = 0; step < 2 && n < -16318; step++) {
        x *= 0x1p-16318L;
        n += 16318;
    }
    n = n > 16383 ? 16383 : n < -16318 ? -16318 : n;
    return x * power_of_two((int)n);
}

/* Exact in long double, then rounded once. */
static double scale(double x, long n) {
    n = n > 4000 ? 4000 : n < -4000 ? -4000 : n;
    return (double)((long double)x * power_of_two((int)n));
}

static float scale_float(float x, long n) {
    n = n > 4000 ? 4000 : n < -4000 ? -4000 : n;
    return (float)((long double)x * power_of_two((int)n));
}

#define SCALING(T, s, scale)                                                                       \
    static T scale_checked##s(T x, long n) {                                                       \
        T result = scale(x, n);                                                                    \
        bool lost = (__builtin_elementwise_abs(result) == (T)__builtin_inf()) | (result == 0);     \
        bool had = (__builtin_elementwise_abs(x) < (T)__builtin_inf()) & (x != 0);                 \
        errno = (lost & had) ? ERANGE : errno;                                                       \
        return result;                                                                             \
    }                                                                                              \
    T ldexp##s(T x, int n) { return scale_checked##s(x, n); }                                      \
    T scalbn##s(T x, int n) { return scale_checked##s(x, n); }                                     \
    T scalbln##s(T x, long n) { return scale_checked##s(x, n); }

SCALING(double, , scale)
SCALING(float, f, scale_float)
SCALING(long double, l, scale_long)

static int integer_logarithm(long double x) {
    int exponent;
    if (x == 0 || x != x) {
        errno = EDOM;
        return x == 0 ? FP_ILOGB0 : FP_ILOGBNAN;
    }
    if (!is_finite_long(x)) {
        errno = EDOM;
        return INT_MAX;
    }
    split_long(x, &exponent);
    return exponent - 1;
}

int ilogb(double x) { return integer_logarithm(x); }
int ilogbf(float x) { return integer_logarithm(x); }
int ilogbl(long double x) { return integer_logarithm(x); }

static double logarithm(long double x) {
    int exponent;
    if (x == 0)
        return -__builtin_inf();
    if (!is_finite_long(x))
        return (double)(x * x);
    split_long(x, &exponent);
    return exponent - 1;
}

double logb(double x) { return logarithm(x); }
float logbf(float x) { return (float)logarithm(x); }
long double logbl(long double x) { return logarithm(x); }

/* The neighbour of x towards y. The bits of finite numbers are in order, but for the sign. */
static double next_double(double x, double y) {
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    union double_bits it = {x};
    if (x == 0)
        it.bits = 1 | (y < 0 ? (uint64_t)1 << 63 : 0);
    else
        it.bits += (x < y) == (x > 0) ? 1 : (uint64_t)-1;
    uint64_t exponent = it.bits >> 52 & 0x7ff;
    errno = x != 0 && (exponent == 0 || exponent == 0x7ff) ? ERANGE : errno;
    return it.value;
}

static float next_float(float x, long double y) {
    if (x != x || y != y)
        return (float)(x + y);
    if (x == y)
        return (float)y;
    union float_bits it = {x};
    if (x == 0)
        it.bits = 1 | (y < 0 ? (uint32_t)1 << 31 : 0);
    else
        it.bits += (x < y) == (x > 0) ? 1 : (uint32_t)-1;
    uint32_t exponent = it.bits >> 23 & 0xff;
    errno = x != 0 && (exponent == 0 || exponent == 0xff) ? ERANGE : errno;
    return it.value;
}

/* The leading bit of the significand is written out in this format. */
static long double next_long(long double x, long double y) {
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    union long_double_bits it = {x};
    if (x == 0) {
        it.parts.mantissa = 1;
        it.parts.top = y < 0 ? 0x8000 : 0;
    } else if ((x < y) == (x > 0)) {
        it.parts.mantissa++;
        if (it.parts.mantissa == 0 || it.parts.mantissa == (uint64_t)1 << 63) {
            it.parts.mantissa = (uint64_t)1 << 63;
            it.parts.top++;
        }
    } else {
        bool at_edge = it.parts.mantissa == (uint64_t)1 << 63;
        it.parts.mantissa--;
        if (at_edge && (it.parts.top & 0x7fff) > 0) {
            it.parts.top--;
            if (it.parts.top & 0x7fff)
                it.parts.mantissa |= (uint64_t)1 << 63;
        }
    }
    unsigned exponent = it.parts.top & 0x7fff;
    errno = x != 0 && (exponent == 0 || exponent == 0x7fff) ? ERANGE : errno;
    return it.value;
}

double nextafter(double x, double y) { return next_double(x, y); }
float nextafterf(float x, float y) { return next_float(x, y); }
long double nextafterl(long double x, long double y) { return next_long(x, y); }
long double nexttowardl(long double x, long double y) { return next_long(x, y); }
float nexttowardf(float x, long double y) { return next_float(x, y); }

double nexttoward(double x, long double y) {
    if (x != x || y != y)
        return (double)(x + y);
    return x == y ? (double)y : next_double(x, x < y ? __builtin_inf() : -__builtin_inf());
}
