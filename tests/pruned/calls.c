// Functions decide something, and give back what does not depend on it.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

static int noise;

static int look(int weight) {
    if (wf_int("x") > weight)
        noise += weight;
    return weight + 1;
}

static int handle(int kind) {
    if (wf_int("y") > 3)
        noise = 0;
    return look(kind);
}

int main(void) {
    int all = 0;
    for (int i = 0; i < 100; i++) {
        int kind = i % 3;
        int was = handle(kind);
        all += noise;
        assert(was == kind + 1);
    }
    (void)all;
    return 0;
}
