/* Intrinsics that need special options or are rare: saturating conversions, minimum and maximum. */
#include <math.h>
#include <stdio.h>

static volatile double inputs[] = {0.0, -0.0, 1.5, -1.5, 1e10, -1e10, 300.0, 1e300, -1e300, 5.25e-310};

int main(void) {
    double nan = 0.0 / (inputs[0] + 0.0), inf = inputs[7] * 1e100;
    for (int i = 0; i < 12; i++) {
        double a = i < 10 ? inputs[i] : i == 10 ? nan : inf;
        printf("%d%d%d%d%d%d ", __builtin_isnan(a), __builtin_isinf(a) != 0, __builtin_isnormal(a),
               __builtin_issubnormal(a), __builtin_iszero(a), __builtin_issignaling(a));
        for (int j = 0; j < 12; j++) {
            double b = j < 10 ? inputs[j] : j == 10 ? nan : -inf;
            if (a == b && a == 0)
                continue;
            printf("%g %g ", fmin(a, b), fmax(a, b));
            if (!__builtin_isnan(a) && !__builtin_isnan(b))
                printf("%g %g ", __builtin_elementwise_max(a, b), __builtin_elementwise_min(a, b));
        }
        printf("\n");
        if (i < 7)
            printf("%g %g %g %ld\n", __builtin_elementwise_ceil(a), __builtin_elementwise_trunc(a),
                   __builtin_elementwise_roundeven(a), lrint(a));
    }
    long double l = inputs[2];
    for (int i = 0; i < 20; i++)
        l = l * 1e200L + i;
    printf("%d %d %Lg\n", __builtin_isnormal(l), __builtin_isinf(l) != 0, l);
    _Float16 h = (_Float16)inputs[2];
    for (int i = 0; i < 12; i++)
        h = h * h, printf("%g ", (double)h);
    printf("%d\n", (int)__builtin_isinf(h));
    return 0;
}
