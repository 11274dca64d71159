// How far from its object an address may be depends on no other object: a number that is added to it matters, where it
// leads out of all that is near.
//
// options: --prune errors --strategy dfs --jobs 1
// findings: assertion 29
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

static int kept;
static char *m;

int main(void) {
    long n = 3;
    if (wf_int("x") > 0) {
        m = malloc(4);
        n = -(1L << 36) * 4000;
    } else {
        for (int i = 0; i < 8000; i++)
            m = malloc(4);
    }
    if (!m)
        return 1;
    if (wf_int("y") > 0)
        kept = 1;
    char *p = m + n;
    if (p < m + 4)
        return 0;
    assert(0);
}
