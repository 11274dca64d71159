// A jump comes back to the middle of a block whose values are still needed there, when other code has run.
// paths: 3
// exhaustive: true
// findings: assertion 21
// tests: confirmed
#include <setjmp.h>
#include <wayfarer.h>

static jmp_buf jump;
static int x;

static void check(int *p, int v) {
    if (v == 3)
        longjmp(jump, 2);
}

int main(void) {
    int *volatile q = &x;
    int r = setjmp(jump);
    if (r == 2) {
        wf_assert(x != 5);
        return 0;
    }
    x = wf_range_int("x", 1, 9);
    int v = wf_range_int("v", 0, 5);
    check(q, v);
    return 1;
}
