/*
 * math.h: the functions that no solver understands. The machine has the host compute them; the
 * float functions are the host's float functions. For long double the double function stands in.
 */
#include "library.h"

#include "math_functions.h"

int signgam;

static inline bool is_nan(double x) { return x != x; }
static inline bool is_infinite(double x) { return __builtin_elementwise_abs(x) == __builtin_inf(); }

/* Sets errno by what came out of an argument that is (`special`) infinite, (`nan`) no number or
   (`zero`) nothing. No branch, so that a symbolic result makes none. */
static inline double checked(double result, bool special, bool nan, bool zero, bool underflows) {
    bool domain = is_nan(result) && !nan;
    bool vanished = underflows && result == 0 && !zero;
    bool range = is_infinite(result) || vanished;
    range = range && !nan && !special;
    errno = domain ? EDOM : range ? ERANGE : errno;
    return result;
}

static inline double checked1(double result, double x, bool underflows) {
    return checked(result, is_infinite(x), is_nan(x), false, underflows);
}

static inline double checked2(double result, double x, double y, bool underflows) {
    return checked(result, is_infinite(x) || is_infinite(y), is_nan(x) || is_nan(y), x == 0,
                   underflows);
}

static void warn_of_precision(void) {
    wf__approximation("long-double");
}

#define UNARY(number, float_number, name, underflows)                                              \
    static double host_##name(double x) {                                                          \
        return checked1(of_host(wf__math1(number, x)), x, underflows);                             \
    }                                                                                              \
    static float host_##name##f(float x) {                                                         \
        return (float)checked1(of_host(wf__math1(float_number, (double)x)), (double)x, underflows); \
    }                                                                                              \
    double name(double x) { return host_##name(x); }                                               \
    float name##f(float x) { return host_##name##f(x); }                                           \
    long double name##l(long double x) {                                                           \
        warn_of_precision();                                                                       \
        return host_##name((double)x);                                                             \
    }

#define BINARY(number, float_number, name, underflows)                                             \
    static double host_##name(double x, double y) {                                                \
        return checked2(of_host(wf__math2(number, x, y)), x, y, underflows);                       \
    }                                                                                              \
    static float host_##name##f(float x, float y) {                                                \
        double a = (double)x, b = (double)y;                                                       \
        return (float)checked2(of_host(wf__math2(float_number, a, b)), a, b, underflows);          \
    }                                                                                              \
    double name(double x, double y) { return host_##name(x, y); }                                  \
    float name##f(float x, float y) { return host_##name##f(x, y); }                               \
    long double name##l(long double x, long double y) {                                            \
        warn_of_precision();                                                                       \
        double a = (double)x, b = (double)y;                                                       \
        return checked2(of_host(wf__math2(number, a, b)), a, b, underflows);                       \
    }

MATH_FUNCTIONS_1(UNARY)
MATH_FUNCTIONS_2(BINARY)

/* lgamma has a second result: gamma is negative between an odd negative integer and the next. */
static int gamma_sign(double x) {
    double whole = __builtin_elementwise_floor(x);
    double half = whole * 0.5;
    bool odd = half != __builtin_elementwise_floor(half);
    bool negative_zero = (x == 0) & (__builtin_elementwise_copysign(1.0, x) < 0);
    bool negative = (x < 0) & (whole != x) & odd;
    return negative || negative_zero ? -1 : 1;
}

static double log_gamma(double x, int *sign) {
    *sign = gamma_sign(x);
    return checked1(of_host(wf__math1(MATH_LGAMMA, x)), x, false);
}

static float log_gamma_float(float x, int *sign) {
    *sign = gamma_sign((double)x);
    return (float)checked1(of_host(wf__math1(MATH_LGAMMAF, (double)x)), (double)x, false);
}

double lgamma(double x) { return log_gamma(x, &signgam); }
double gamma(double x) { return log_gamma(x, &signgam); }
float lgammaf(float x) { return log_gamma_float(x, &signgam); }
double lgamma_r(double x, int *sign) { return log_gamma(x, sign); }
float lgammaf_r(float x, int *sign) { return log_gamma_float(x, sign); }

long double lgammal(long double x) {
    warn_of_precision();
    return log_gamma((double)x, &signgam);
}

void sincos(double x, double *sine, double *cosine) {
    *sine = host_sin(x);
    *cosine = host_cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
    *sine = host_sinf(x);
    *cosine = host_cosf(x);
}

double pow10(double x) { return host_exp10(x); }

#define ORDERED(number, float_number, name)                                                        \
    double name(int n, double x) { return checked2(of_host(wf__math2(number, n, x)), n, x, false); } \
    float name##f(int n, float x) {                                                                \
        return (float)checked2(of_host(wf__math2(float_number, n, (double)x)), n, (double)x, false); \
    }                                                                                              \
    long double name##l(int n, long double x) {                                                    \
        warn_of_precision();                                                                       \
        return checked2(of_host(wf__math2(number, n, (double)x)), n, (double)x, false);            \
    }

MATH_FUNCTIONS_ORDERED(ORDERED)

/* complex.h: what other functions compute of the two parts. */
#define PARTS(T, s)                                                                                \
    T cabs##s(T _Complex z) { return host_hypot##s(__real__ z, __imag__ z); }                      \
    T carg##s(T _Complex z) { return host_atan2##s(__imag__ z, __real__ z); }
PARTS(double, )
PARTS(float, f)

long double cabsl(long double _Complex z) {
    warn_of_precision();
    return host_hypot((double)__real__ z, (double)__imag__ z);
}

long double cargl(long double _Complex z) {
    warn_of_precision();
    return host_atan2((double)__imag__ z, (double)__real__ z);
}
