// A watchdog is fed, or starts the machine again.
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
    int ticks = 0, starts = 0, feeds = 0;
    for (int i = 0; i < 100; i++) {
        ticks++;
        if (wf_int("feed") > 0) {
            ticks = 0;
            feeds++;
        }
        if (ticks == 5) {
            starts++;
            ticks = 0;
        }
        assert(ticks < 5);
    }
    (void)starts, (void)feeds;
    return 0;
}
