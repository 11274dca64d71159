/* math.h: results, bit for bit, and errno. */
#include "check.h"

#include <float.h>
#include <math.h>

#define UNARY_EXACT(F)                                                                             \
    F(fabs) F(sqrt) F(floor) F(ceil) F(trunc) F(round) F(rint) F(nearbyint) F(roundeven) F(logb)
#define UNARY_HOST(F)                                                                              \
    F(acos) F(asin) F(atan) F(acosh) F(asinh) F(atanh) F(cos) F(sin) F(tan) F(cosh) F(sinh)        \
    F(tanh) F(exp) F(exp2) F(exp10) F(expm1) F(log) F(log2) F(log10) F(log1p) F(cbrt) F(erf)       \
    F(erfc) F(tgamma) F(lgamma)
#define BINARY_EXACT(F)                                                                            \
    F(copysign) F(fmin) F(fmax) F(fdim) F(fmod) F(remainder) F(nextafter)
#define BINARY_HOST(F) F(atan2) F(pow) F(hypot)
#define OTHERS(F)                                                                                  \
    F(lround) F(llround) F(lrint) F(llrint) F(ilogb) F(frexp) F(ldexp) F(scalbn) F(scalbln)        \
    F(modf) F(fma) F(remquo) F(nexttoward)
#define THREE(name) MODEL(name) MODEL(name##f) MODEL(name##l)
UNARY_EXACT(THREE)
UNARY_HOST(THREE)
BINARY_EXACT(THREE)
BINARY_HOST(THREE)
OTHERS(THREE)
MODEL(jn) MODEL(yn) MODEL(jnf) MODEL(ynf)
THREE(__fpclassify)
THREE(__isinf)
THREE(__isnan)
THREE(__finite)
THREE(__signbit)

/* NaNs are one value here. */
static bool equal(long double a, long double b) {
    return a != a ? b != b : a == b && signbit(a) == signbit(b);
}

static long double random_number(int format) {
    union {
        uint32_t bits;
        float value;
    } f = {(uint32_t)random_bits()};
    union {
        uint64_t bits;
        double value;
    } d = {random_bits()};
    union {
        struct {
            uint64_t mantissa;
            uint16_t top;
        } parts;
        long double value;
    } l = {.parts = {random_bits() | (uint64_t)1 << 63, (uint16_t)random_bits()}};
    switch (random_below(8)) {
    case 0: {
        static const double special[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 2, -2,
                                         INFINITY, -INFINITY, NAN, DBL_MAX, -FLT_MAX, 5e-324,
                                         1e-45, DBL_MIN, FLT_MIN, 9007199254740993.0, 3};
        long double value = special[random_below(22)];
        return format == 0 ? (long double)(float)value : value;
    }
    case 1:
        return random_below(2000) / 4.0L - 250;
    case 2:
        return (long double)(float)((random_below(2000000) - 1000000) / 65536.0);
    case 3:
        return random_below(200) - 100;
    default:
        break;
    }
    if (format == 0)
        return f.value;
    if (format == 1)
        return d.value;
    if (random_below(8) == 0) {
        l.parts.top &= 0x8000;
        l.parts.mantissa &= ~((uint64_t)1 << 63);
    } else if ((l.parts.top & 0x7fff) == 0x7fff) {
        l.parts.mantissa = (uint64_t)1 << 63;
    }
    return l.value;
}

#define ERRNOS (model_wfl_errno == errno)
/* Where a float function gives the least float, glibc calls some results an underflow. */
#define ERRNOS_OF(result) (ERRNOS || fabsl(result) == FLT_TRUE_MIN)
#define RESET (errno = model_wfl_errno = 0)

#define CHECK_UNARY(T, name)                                                                       \
    RESET;                                                                                         \
    {                                                                                              \
        long double ours = model_##name((T)x), theirs = name((T)x);                                \
        CHECK(equal(ours, theirs) && ERRNOS_OF(theirs), #name "(%La): model %La errno %d, glibc %La errno %d", \
              x, ours, model_wfl_errno, theirs, errno);                                            \
    }
#define CHECK_BINARY(T, name)                                                                      \
    RESET;                                                                                         \
    {                                                                                              \
        long double ours = model_##name((T)x, (T)y), theirs = name((T)x, (T)y);                    \
        CHECK(equal(ours, theirs) && ERRNOS_OF(theirs),                                                   \
              #name "(%La, %La): model %La errno %d, glibc %La errno %d", x, y, ours,              \
              model_wfl_errno, theirs, errno);                                                     \
    }
/* Elsewhere what the host computes is taken for approximate. */
#ifndef __x86_64__
#undef UNARY_HOST
#undef BINARY_HOST
#define UNARY_HOST(CHECK)
#define BINARY_HOST(CHECK)
#endif

#define UNARY_D(name) CHECK_UNARY(double, name)
#define UNARY_F(name) CHECK_UNARY(float, name##f)
#define UNARY_L(name) CHECK_UNARY(long double, name##l)
#define BINARY_D(name) CHECK_BINARY(double, name)
#define BINARY_F(name) CHECK_BINARY(float, name##f)
#define BINARY_L(name) CHECK_BINARY(long double, name##l)

#define CHECK_OTHERS(T, s)                                                                         \
    do {                                                                                           \
        int n = random_below(400) - 200, e1 = 0, e2 = 0;                                           \
        if (random_below(8) == 0)                                                                  \
            n *= 100;                                                                              \
        T a = (T)x, b = (T)y, w1, w2;                                                              \
        if (fabsl(x) < 0x1p62L) {                                                                  \
            CHECK(model_lround##s(a) == lround##s(a), "lround" #s " %La", x);                      \
            CHECK(model_llrint##s(a) == llrint##s(a), "llrint" #s " %La", x);                      \
        }                                                                                          \
        RESET;                                                                                     \
        CHECK(model_ilogb##s(a) == ilogb##s(a) && ERRNOS, "ilogb" #s " %La", x);                   \
        CHECK(equal(model_frexp##s(a, &e1), frexp##s(a, &e2)) && (!isfinite(a) || e1 == e2),       \
              "frexp" #s " %La: %d, %d", x, e1, e2);                                               \
        RESET;                                                                                     \
        CHECK(equal(model_ldexp##s(a, n), ldexp##s(a, n)) && ERRNOS,                               \
              "ldexp" #s " %La %d: %La, %La, errno %d, %d", x, n,                                  \
              (long double)model_ldexp##s(a, n), (long double)ldexp##s(a, n), model_wfl_errno,     \
              errno);                                                                              \
        RESET;                                                                                     \
        CHECK(equal(model_scalbln##s(a, n), scalbln##s(a, n)), "scalbln" #s " %La %d", x, n);      \
        CHECK(equal(model_modf##s(a, &w1), modf##s(a, &w2)) && equal(w1, w2), "modf" #s " %La", x); \
        CHECK(equal(model_fma##s(a, b, (T)z), fma##s(a, b, (T)z)), "fma" #s);                      \
        RESET;                                                                                     \
        e1 = e2 = 0;                                                                               \
        CHECK(equal(model_remquo##s(a, b, &e1), remquo##s(a, b, &e2)) &&                           \
                  (e1 == e2 || !isfinite(a) || !isfinite(b) || b == 0),                            \
              "remquo" #s " %La %La: %d, %d", x, y, e1, e2);                                       \
        CHECK(equal(model_nexttoward##s(a, y), nexttoward##s(a, y)), "nexttoward" #s " %La %La", x, \
              y);                                                                                  \
        CHECK(model___fpclassify##s(a) == __fpclassify##s(a), "fpclassify" #s " %La", x);          \
        CHECK(model___isinf##s(a) == __isinf##s(a), "isinf" #s " %La", x);                         \
        CHECK(!model___isnan##s(a) == !__isnan##s(a), "isnan" #s " %La", x);                       \
        CHECK(!model___finite##s(a) == !__finite##s(a), "finite" #s " %La", x);                    \
        CHECK(!model___signbit##s(a) == !__signbit##s(a), "signbit" #s " %La", x);                 \
    } while (0)

static void check_orders(void) {
    for (int i = 0; i < 4000; i++) {
        int n = random_below(40) - 10;
        double x = (double)random_number(1);
        CHECK(equal(model_jn(n, x), jn(n, x)) && equal(model_jnf(n, (float)x), jnf(n, (float)x)), "jn(%d, %a)", n, x);
        CHECK(equal(model_yn(n, x), yn(n, x)) && equal(model_ynf(n, (float)x), ynf(n, (float)x)), "yn(%d, %a)", n, x);
    }
}

void check_math(void) {
    check_orders();
    for (int i = 0; i < 4000; i++) {
        long double x = random_number(1), y = random_number(1), z = random_number(1);
        UNARY_EXACT(UNARY_D) UNARY_HOST(UNARY_D) BINARY_EXACT(BINARY_D) BINARY_HOST(BINARY_D)
        CHECK_OTHERS(double, );
        x = random_number(0), y = random_number(0), z = random_number(0);
        UNARY_EXACT(UNARY_F) UNARY_HOST(UNARY_F) BINARY_EXACT(BINARY_F) BINARY_HOST(BINARY_F)
        CHECK_OTHERS(float, f);
        x = random_number(2), y = random_number(2), z = random_number(2);
        UNARY_EXACT(UNARY_L) BINARY_EXACT(BINARY_L)
        CHECK_OTHERS(long double, l);
    }
}
