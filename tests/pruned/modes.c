// Modes may be changed in some orders only.
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
    enum { OFF, READY, RUNNING, FAILED } mode = OFF;
    int log = 0;
    for (int i = 0; i < 100; i++) {
        int c = wf_int("command");
        if (mode == OFF && c == 1)
            mode = READY;
        else if (mode == READY && c == 2)
            mode = RUNNING;
        else if (mode == RUNNING && c < 0)
            mode = FAILED;
        else if (c == 0)
            mode = OFF;
        else
            log++;
        assert(mode <= FAILED);
        if (mode == RUNNING)
            assert(c > 0 || c == -0x7fffffff - 1 || log >= 0);
    }
    (void)log;
    return 0;
}
