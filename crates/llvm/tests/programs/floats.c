/* Floating point in all formats: arithmetic, comparison, conversion, rounding. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void put_double(const char *name, double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    printf("%s %016llx\n", name, (unsigned long long)bits);
}
static void put_float(const char *name, float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    printf("%s %08x\n", name, bits);
}
static void put_long(const char *name, long double value) {
    unsigned char bytes[16] = {0};
    memcpy(bytes, &value, 10);
    printf("%s ", name);
    for (int i = 9; i >= 0; i--)
        printf("%02x", bytes[i]);
    printf("\n");
}

static volatile double inputs[] = {0.0, -0.0, 1.0, -1.5, 3.141592653589793, 1e300, -1e-300, 123456789.75, 5e-324, 2.5, -3.5, 0.1};
#define COUNT ((int)(sizeof inputs / sizeof *inputs))

static int compare(double a, double b) {
    return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 |
           __builtin_isunordered(a, b) << 6 | __builtin_isless(a, b) << 7 |
           __builtin_islessgreater(a, b) << 8;
}

static long double global_long = 1.25L;
/* What programs of 32 bits do not have. */
#ifdef __x86_64__
typedef _Float16 half;
#else
typedef float half;
#endif
static half global_half = (half)1.5;
static __float128 global_quad = 0.1Q;

static void classify(double v) {
    printf("class %d%d%d%d%d", !!__builtin_isnan(v), !!__builtin_isinf(v), !!__builtin_isfinite(v),
           !!__builtin_isnormal(v), !!__builtin_signbit(v));
    float f = (float)v;
    printf(" %d%d%d%d%d", !!__builtin_isnan(f), !!__builtin_isinf(f), !!__builtin_isfinite(f),
           !!__builtin_isnormal(f), !!__builtin_signbit(f));
    long double l = v;
    printf(" %d%d%d%d%d\n", !!__builtin_isnan(l), !!__builtin_isinf(l), !!__builtin_isfinite(l),
           !!__builtin_isnormal(l), !!__builtin_signbit(l));
}

int main(void) {
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            double a = inputs[i], b = inputs[j];
            put_double("add", a + b), put_double("sub", a - b), put_double("mul", a * b);
            if (b != 0)
                put_double("div", a / b);
            put_float("fadd", (float)a + (float)b), put_float("fmul", (float)a * (float)b);
            put_long("ladd", (long double)a + b), put_long("lmul", (long double)a * b);
            printf("cmp %d\n", compare(a, b));
            put_double("copysign", __builtin_copysign(a, b));
            put_double("fma", __builtin_fma(a, b, 1.0));
        }
    for (int i = 0; i < COUNT; i++) {
        double a = inputs[i];
        put_double("neg", -a), put_double("abs", __builtin_fabs(a));
        put_double("floor", __builtin_floor(a)), put_double("ceil", __builtin_ceil(a));
        put_double("trunc", __builtin_trunc(a)), put_double("rint", __builtin_rint(a));
        put_double("round", __builtin_round(a)), put_double("nearbyint", __builtin_nearbyint(a));
        put_float("ffloor", __builtin_floorf((float)a));
        if (a >= 0)
            put_double("sqrt", __builtin_sqrt(a)), put_float("fsqrt", __builtin_sqrtf((float)a));
        classify(a);
        if (a > -1e9 && a < 1e9) {
            printf("int %d %lld %u %d\n", (int)a, (long long)a, (unsigned)(a < 0 ? 0 : a), (short)(int)a);
            printf("lround %ld %lld %ld\n", __builtin_lround(a), __builtin_llround(a), __builtin_lrint(a));
            printf("narrow %d\n", (int)(float)a);
            printf("long %lld\n", (long long)(long double)a);
            put_float("half", (float)(half)(float)a);
#ifdef __x86_64__
            /* Natively the library that clang calls for it with -m32 computes something else. */
            put_double("quad", (double)((__float128)a * (__float128)a + global_quad));
#endif
        }
    }
    double inf = inputs[5] * 1e10, nan = inf - inf;
    classify(inf), classify(-inf), classify(nan);
    printf("nan %d %d\n", compare(nan, 1.0), compare(inf, nan));
    for (int i = 0; i < 5; i++) {
        int v = (i - 2) * 1234567;
        unsigned u = (unsigned)v;
        long long w = (long long)v * 987654321987LL;
        put_double("sitofp", v), put_double("uitofp", u), put_double("lltofp", (double)w);
        put_float("sitof", (float)v), put_float("ulltof", (float)(unsigned long long)w);
        put_long("lltol", (long double)w), put_long("ulltol", (long double)(unsigned long long)w);
#ifdef __SIZEOF_INT128__
        put_double("i128", (double)((__int128)w * w));
#endif
    }
    global_long = global_long * 3 + 1, global_half = global_half + global_half;
    put_long("global", global_long), put_float("global", (float)global_half);
    float small[4] = {1.5f, 2.5f, -3.25f, 1e-40f};
    float total = 0;
    for (int i = 0; i < 4; i++)
        total += small[i] * small[3 - i];
    put_float("dot", total);
    _Complex double z = 1.0 + 2.0 * __builtin_complex(0.0, 1.0);
    z = z * z;
    put_double("re", __real__ z), put_double("im", __imag__ z);
    printf("%g %.3f %e\n", inputs[4], inputs[7], inputs[5]);
    return 0;
}
