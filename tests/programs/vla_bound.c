// A variable-length array of no elements.
//
// options: --check vla-bound
// findings: vla-bound 12
// verdicts: confirmed
#include <wayfarer.h>

int main(void) {
    int n = wf_int("n");
    if (n < 0 || n > 2)
        return 1;
    char a[n];
    a[n - 1] = 1;
    return a[n - 1];
}
