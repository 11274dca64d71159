// Conversions, comparisons and NaN.
#include <wayfarer.h>
#include <math.h>

int main(void) {
    signed char c;
    wf_symbolic(&c, 1, "c");
    float quarter = c / 4.0f;
    double root = sqrt((double)c);
    if (root != root)
        return 1;
    if (root == 11.0)
        return 2;
    if (quarter > 30.5f)
        return 3;
    if ((int)(quarter * quarter) == 100)
        return 4;
    long double third = c;
    third /= 3;
    if (third > 20.0L)
        return 5;
    if (0.1f * (float)c == 0.3f)
        return 6;
    return 7;
}
