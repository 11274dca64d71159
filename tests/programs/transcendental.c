// Functions that only the host computes: arguments are found for what the program compares them with.
//
// options: --cflags -lm
// findings: assertion 30
// verdicts: confirmed
// branches: most 80
#include <assert.h>
#include <math.h>
#include <wayfarer.h>

static double angle(double x) {
    if (sin(x) > 0.99)
        return x > 100 ? 1 : 2;
    return log(x) < -3 ? 3 : 4;
}

static double distance(double x, double y) {
    double length = hypot(x, y);
    return length > 5 ? sqrt(length - 5) : exp(y) == 1 ? 1 : 2;
}

int main(void) {
    double x, y;
    wf_symbolic(&x, sizeof x, "x");
    wf_symbolic(&y, sizeof y, "y");
    wf_assume(isfinite(x) && isfinite(y));
    double turned = angle(x), far = distance(x, y);
    double decibels = 20 * log10(y);
    if (decibels > 12 && decibels < 12.1 && turned == 1)
        assert(far < 10);
    return pow(x, 3) == 1000 ? 1 : 0;
}
