// Floating point in every format.
#include <math.h>
#include <stdio.h>

static double newton(double x) {
    double guess = x;
    for (int i = 0; i < 30; i++)
        guess = (guess + x / guess) / 2;
    return guess;
}

int main(void) {
    float f = 0.1f;
    double d = 0.1;
    long double l = 0.1L;
    for (int i = 0; i < 20; i++) {
        f = f * 1.5f + (float)i;
        d = d * 1.5 - i;
        l = l * 1.5L + i;
    }
    printf("%.9g %.17g %.21Lg\n", f, d, l);
    printf("%.17g %.17g\n", newton(2), newton(1e300));
    printf("%d %d %u\n", (int)f, (int)d, (unsigned)f);
    volatile double zero = 0;
    double inf = 1 / zero, nan = zero / zero;
    printf("%d %d %d %d\n", inf > 1, nan == nan, nan != nan, nan < 1);
    printf("%g %g %g %g\n", floor(-2.5), ceil(2.1), sqrt(2.0), fabs(-3.5));
    printf("%.17g %.17g\n", fmod(10.5, 3.2), fma(1.1, 2.2, 3.3));
    printf("%g %g\n", (double)(float)1e-42, (double)123456789012345678LL);
    printf("%lld\n", (long long)1e15);
    return 0;
}
