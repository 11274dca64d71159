// Fractions of free ints: sums, comparison by cross multiplication, mediants.
//
// options: --strategy dfs --max-paths 200 --solver-time 5
#include <stdint.h>
#include <wayfarer.h>

struct fraction {
    int32_t top, bottom;
};

static int less(struct fraction a, struct fraction b) {
    return (int64_t)a.top * b.bottom < (int64_t)b.top * a.bottom;
}

int main(void) {
    struct fraction f[3];
    for (int i = 0; i < 3; i++) {
        f[i].top = wf_int16("top");
        f[i].bottom = wf_int16("bottom");
        if (f[i].bottom <= 0)
            return 1;
    }
    int order = less(f[0], f[1]) << 2 | less(f[1], f[2]) << 1 | less(f[0], f[2]);
    if (order == 6)
        return 2;
    int32_t whole = f[0].top / f[0].bottom, rest = f[0].top % f[0].bottom;
    if (whole == 12 && rest == 5)
        return 3;
    return order;
}
