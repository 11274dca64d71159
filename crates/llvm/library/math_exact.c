/*
 * math.h: the functions with one right answer that an operation of the machine gives, in the
 * three formats. What compares is written without branches.
 */
#include "library.h"

#include <math.h>

#undef isnan
#undef isinf
#undef finite
#undef signbit

static inline bool is_nan_f(float x) { return x != x; }
static inline bool is_nan_(double x) { return x != x; }
static inline bool is_nan_l(long double x) { return x != x; }

#ifdef WFL_NATIVE
/* A native compiler turns these operations on long double into calls of the very functions
   defined here. */
long double wf__native(int function, long double x);
#define OPERATION_floor(x) wf__native(0, x)
#define OPERATION_ceil(x) wf__native(1, x)
#define OPERATION_trunc(x) wf__native(2, x)
#define OPERATION_rint(x) wf__native(3, x)
#define OPERATION_nearbyint(x) wf__native(3, x)
#define OPERATION_round(x) wf__native(4, x)
#define OPERATION_roundeven(x) wf__native(5, x)
#define OPERATION_FMA(T, x, y, z) wf__native_fma(sizeof(T), x, y, z)
long double wf__native_fma(int size, long double x, long double y, long double z);
#else
#define OPERATION_floor(x) __builtin_elementwise_floor(x)
#define OPERATION_ceil(x) __builtin_elementwise_ceil(x)
#define OPERATION_trunc(x) __builtin_elementwise_trunc(x)
#define OPERATION_rint(x) __builtin_elementwise_rint(x)
#define OPERATION_nearbyint(x) __builtin_elementwise_nearbyint(x)
#define OPERATION_round(x) __builtin_elementwise_round(x)
#define OPERATION_roundeven(x) __builtin_elementwise_roundeven(x)
#define OPERATION_FMA(T, x, y, z) __builtin_elementwise_fma(x, y, z)
#endif

#define ROUNDING(name)                                                                             \
    double name(double x) { return OPERATION_##name(x); }                                          \
    float name##f(float x) { return OPERATION_##name(x); }                                         \
    long double name##l(long double x) { return OPERATION_##name(x); }

ROUNDING(floor)
ROUNDING(ceil)
ROUNDING(trunc)
ROUNDING(rint)
ROUNDING(nearbyint)
ROUNDING(round)
ROUNDING(roundeven)

#define TO_INTEGER(T, s)                                                                           \
    long lround##s(T x) { return (long)OPERATION_round(x); }                                       \
    long long llround##s(T x) { return (long long)OPERATION_round(x); }                            \
    long lrint##s(T x) { return (long)OPERATION_rint(x); }                                         \
    long long llrint##s(T x) { return (long long)OPERATION_rint(x); }

TO_INTEGER(double, )
TO_INTEGER(float, f)
TO_INTEGER(long double, l)

/* Of two zeros, fmax gives the second, as on x86-64. */
#define SIMPLE(T, s)                                                                               \
    T fabs##s(T x) { return __builtin_elementwise_abs(x); }                                        \
    T sqrt##s(T x) {                                                                               \
        errno = x < 0 ? EDOM : errno;                                                              \
        return __builtin_elementwise_sqrt(x);                                                      \
    }                                                                                              \
    T copysign##s(T x, T y) { return __builtin_elementwise_copysign(x, y); }                       \
    T fma##s(T x, T y, T z) { return (T)OPERATION_FMA(T, x, y, z); }                               \
    T fmax##s(T x, T y) { return x > y ? x : is_nan_##s(y) ? x : y; }                              \
    T fdim##s(T x, T y) {                                                                          \
        T difference = x - y;                                                                      \
        T result = x <= y ? 0 : difference;                                                        \
        bool overflow = (__builtin_elementwise_abs(result) == (T)__builtin_inf()) &                \
                        (__builtin_elementwise_abs(x) != (T)__builtin_inf()) &                     \
                        (__builtin_elementwise_abs(y) != (T)__builtin_inf());                      \
        errno = overflow ? ERANGE : errno;                                                         \
        return result;                                                                             \
    }                                                                                              \
    T modf##s(T x, T *whole) {                                                                     \
        T integer = OPERATION_trunc(x);                                                            \
        *whole = integer;                                                                          \
        T rest = __builtin_elementwise_abs(x) == (T)__builtin_inf() ? 0 : x - integer;             \
        return __builtin_elementwise_copysign(rest, x);                                            \
    }                                                                                              \
    int __isnan##s(T x) { return is_nan_##s(x); }                                                  \
    int isnan##s(T x) { return is_nan_##s(x); }                                                    \
    int __isinf##s(T x) {                                                                          \
        return (x == (T)__builtin_inf()) - (x == -(T)__builtin_inf());                             \
    }                                                                                              \
    int isinf##s(T x) {                                                                            \
        return (x == (T)__builtin_inf()) - (x == -(T)__builtin_inf());                             \
    }                                                                                              \
    int __finite##s(T x) { return __builtin_elementwise_abs(x) < (T)__builtin_inf(); }             \
    int finite##s(T x) { return __builtin_elementwise_abs(x) < (T)__builtin_inf(); }               \
    int __signbit##s(T x) { return __builtin_elementwise_copysign((T)1, x) < 0; }                  \
    T nan##s(const char *tag) {                                                                    \
        (void)tag;                                                                                 \
        return (T)__builtin_nan("");                                                               \
    }

SIMPLE(double, )
SIMPLE(float, f)
SIMPLE(long double, l)

/* Of two zeros the second, but the first in long double, as on x86-64. */
double fmin(double x, double y) { return x < y ? x : is_nan_(y) ? x : y; }
float fminf(float x, float y) { return x < y ? x : is_nan_f(y) ? x : y; }
long double fminl(long double x, long double y) { return y < x ? y : is_nan_l(x) ? y : x; }

#define CLASSIFY(T, s, least)                                                                      \
    int __fpclassify##s(T x) {                                                                     \
        T magnitude = __builtin_elementwise_abs(x);                                                \
        int finite = magnitude == 0 ? FP_ZERO : magnitude < least ? FP_SUBNORMAL : FP_NORMAL;      \
        return is_nan_##s(x) ? FP_NAN : magnitude == (T)__builtin_inf() ? FP_INFINITE : finite;    \
    }                                                                                              \
    int __issignaling##s(T x) {                                                                    \
        (void)x;                                                                                   \
        wf__unsupported("issignaling");                                                            \
    }

CLASSIFY(double, , 0x1p-1022)
CLASSIFY(float, f, 0x1p-126f)
CLASSIFY(long double, l, 0x1p-16382L)
