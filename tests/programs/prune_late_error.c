// A loop without end whose states come back often before the one that shows the error: nothing is left out that
// leads there, whatever the order.
//
// options: --prune errors --max-findings 1
// findings: assertion 21
#include <assert.h>
#include <wayfarer.h>

int main(void) {
    int a = 0, b = 0;
    for (;;) {
        int x = wf_int("x");
        if (x == 0)
            break;
        if (x == 1)
            a = (a + 1) & 3;
        else if (x == 2 && a == 3)
            b = (b + 1) & 3;
        else if (x == 3)
            a = 0;
        assert(!(a == 2 && b == 3 && x == 77));
    }
    return 0;
}
