// A request is completed once, or is pending.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

static int opened, statistics[8];

int main(void) {
    for (int i = 0; i < 100; i++) {
        int pending = 0, completed = 0;
        if (wf_int("irp") > 0) {
            pending = 1;
            opened = 1;
        }
        if (wf_int("device") > 7 && pending) {
            pending = 0;
            completed = 1;
            statistics[i & 7]++;
        }
        assert(!(pending && completed));
        if (completed)
            assert(opened);
    }
    return 0;
}
