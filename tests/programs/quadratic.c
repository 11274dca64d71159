// Roots of a quadratic in double precision: every case of the solver is met.
//
// exhaustive: true
// branches: most 88
// tests: confirmed
#include <math.h>
#include <wayfarer.h>

static int solve(double a, double b, double c, double *x1, double *x2) {
    if (a == 0) {
        if (b == 0)
            return c == 0 ? -1 : 0;
        *x1 = -c / b;
        return 1;
    }
    double d = b * b - 4 * a * c;
    if (d < 0)
        return 0;
    if (d == 0) {
        *x1 = -b / (2 * a);
        return 1;
    }
    double root = sqrt(d);
    *x1 = (-b - root) / (2 * a);
    *x2 = (-b + root) / (2 * a);
    return 2;
}

int main(void) {
    double x1 = 0, x2 = 0;
    double a = wf_double("a"), b = wf_double("b"), c = wf_double("c");
    wf_assume(!isnan(a) && !isnan(b) && !isnan(c));
    int roots = solve(a, b, c, &x1, &x2);
    return roots == -1 ? 3 : roots;
}
