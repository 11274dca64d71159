/* Complex numbers, beside glibc's and what the compiler's own library makes of products and quotients. */
#include "check.h"

#include <complex.h>

#define COMPLEX(F)                                                                                 \
    F(creal) F(cimag) F(conj) F(cproj) F(cabs) F(carg) F(crealf) F(cprojf) F(cabsf) F(cargf) F(cprojl) F(conjl)
COMPLEX(MODEL)
#define FUNCTIONS(F)                                                                               \
    F(cacos) F(casin) F(catan) F(cacosh) F(casinh) F(catanh) F(ccos) F(csin) F(ctan) F(ccosh)      \
    F(csinh) F(ctanh) F(cexp) F(clog) F(csqrt) F(cacosf) F(casinf) F(catanf) F(cacoshf) F(casinhf) \
    F(catanhf) F(ccosf) F(csinf) F(ctanf) F(ccoshf) F(csinhf) F(ctanhf) F(cexpf) F(clogf) F(csqrtf)
FUNCTIONS(MODEL)
MODEL(cpow)
MODEL(cpowf)
double _Complex __muldc3(double, double, double, double), __divdc3(double, double, double, double);
float _Complex __mulsc3(float, float, float, float), __divsc3(float, float, float, float);
long double _Complex __mulxc3(long double, long double, long double, long double),
    __divxc3(long double, long double, long double, long double);
MODEL(__muldc3)
MODEL(__divdc3)
MODEL(__mulsc3)
MODEL(__divsc3)
MODEL(__mulxc3)
MODEL(__divxc3)

static long double random_number(void) {
    static const long double special[] = {0.0L, -0.0L, 1.0L, -1.0L, __builtin_infl(), -__builtin_infl(), 3.5L, 1e-310L, 1e308L};
    switch (random_below(4)) {
    case 0:
        return random_below(12) ? special[random_below(9)] : (long double)__builtin_nan("");
    case 1:
        return __builtin_ldexpl((long double)(int64_t)random_bits(), random_below(2200) - 1160);
    default:
        return (long double)((int64_t)random_bits() >> random_below(64)) / 1024;
    }
}

/* All NaNs are one. */
static bool is_same(long double a, long double b) {
    return (a != a && b != b) || (a == b && __builtin_signbit(a) == __builtin_signbit(b));
}

#define SAME_PARTS(ours, theirs)                                                                         \
    do {                                                                                           \
        long double _Complex v = (ours), w = (theirs);                                             \
        CHECK(is_same(__real__ v, __real__ w) && is_same(__imag__ v, __imag__ w),                  \
              #ours ": %La %La, %La %La of %La %La %La %La", __real__ v, __imag__ v, __real__ w, __imag__ w, a, b, c, d); \
    } while (0)

static void check_type_double(long double a, long double b, long double c, long double d) {
    double _Complex z = {(double)a, (double)b};
    SAME_PARTS(model___muldc3(a, b, c, d), __muldc3(a, b, c, d));
    SAME_PARTS(model___divdc3(a, b, c, d), __divdc3(a, b, c, d));
    SAME_PARTS(model_conj(z), conj(z));
    SAME_PARTS(model_cproj(z), cproj(z));
    CHECK(is_same(model_cabs(z), cabs(z)) && is_same(model_carg(z), carg(z)), "cabs, carg");
    CHECK(is_same(model_creal(z), creal(z)) && is_same(model_cimag(z), cimag(z)), "creal, cimag");
}

static void check_functions(long double a, long double b, long double c, long double d) {
    double _Complex z = {(double)a, (double)b}, power = {(double)c, (double)d};
#define SAME_OF_Z(name) SAME_PARTS(model_##name(z), name(z));
    FUNCTIONS(SAME_OF_Z)
    SAME_PARTS(model_cpow(z, power), cpow(z, power));
    SAME_PARTS(model_cpowf(z, power), cpowf(z, power));
}

void check_complex(void) {
    for (int step = 0; step < 4000; step++)
        check_functions(random_number(), random_number(), random_number(), random_number());
    for (int step = 0; step < 40000; step++) {
        long double a = random_number(), b = random_number(), c = random_number(), d = random_number();
        check_type_double(a, b, c, d);
        SAME_PARTS(model___mulsc3(a, b, c, d), __mulsc3(a, b, c, d));
        SAME_PARTS(model___divsc3(a, b, c, d), __divsc3(a, b, c, d));
        SAME_PARTS(model___mulxc3(a, b, c, d), __mulxc3(a, b, c, d));
        SAME_PARTS(model___divxc3(a, b, c, d), __divxc3(a, b, c, d));
        float _Complex z = {(float)a, (float)b};
        SAME_PARTS(model_cprojf(z), cprojf(z));
        CHECK(is_same(model_cabsf(z), cabsf(z)) && is_same(model_cargf(z), cargf(z)), "cabsf, cargf");
    }
}
