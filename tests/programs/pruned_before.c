// A write below an object is no write that might have been elsewhere in it: what other paths find behind it is found.
//
// options: --prune errors --strategy dfs --jobs 1
// exhaustive_for_errors: true
// findings: assertion 21, assertion 32, out-of-bounds 20, out-of-bounds 31
// tests: confirmed
#include <assert.h>
#include <wayfarer.h>

static int kept;

static void bytes(void) {
    char buffer[8];
    int i = -1;
    if (wf_int("x") > 0)
        i = 3;
    if (wf_int("y") > 0)
        kept = 1;

    buffer[i] = 0;
    assert(wf_int("z") != 5);
}

static void words(void) {
    int table[4];
    int i = -1;
    if (wf_int("x") > 0)
        i = 2;
    if (wf_int("y") > 0)
        kept = 2;
    table[i] = 1;
    assert(wf_int("z") != 5);
}

int main(void) {
    if (wf_int("which"))
        bytes();
    else
        words();
    return 0;
}
