// Figure 6 of the LATEST paper: what a callee does beside returning makes the label unreachable.
//
// options: --lazy-functions foo --all-paths
// paths: 2
// exhaustive: true
// findings: none
// tests: confirmed
#include <assert.h>
#include <wayfarer.h>

static int global;

static int foo(int u) {
    global = 1;
    if (u == 0)
        return 0;
    else
        return 1;
}

int main(void) {
    global = 0;
    int y = wf_int("y");
    int x = foo(y);
    if (x == 0 && global == 0)
        assert(0);
    return 0;
}
