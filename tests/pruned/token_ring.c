// A token goes around three stations.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

int main(void) {
    int at = 0, sent = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("send") > 0)
            sent += at;
        if (wf_int("pass") > 0)
            at = (at + 1) % 3;
        assert(at >= 0 && at < 3);
    }
    (void)sent;
    return 0;
}
