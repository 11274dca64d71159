// Single-precision intervals of free ends: order, width, overlap, the mean of small samples.
//
// options: --strategy dfs --max-paths 200 --solver-time 5
#include <wayfarer.h>

int main(void) {
    float a = wf_float("a"), b = wf_float("b"), c = wf_float("c"), d = wf_float("d");
    if (!(a <= b) || !(c <= d))
        return 1;
    float low = a > c ? a : c, high = b < d ? b : d;
    if (low > high)
        return 2;
    float width = high - low;
    if (width < 0.5f)
        return 3;
    if (width == (float)(int)width)
        return 4;
    if (a >= -100 && d <= 100) {
        float mean = (a + b + c + d) / 4;
        if (mean < low && mean > high)
            return 5;
        if (mean > 99)
            return 6;
    }
    return 0;
}
