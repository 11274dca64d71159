// Nothing is read from a device that was removed.
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
    int present = 1, reads = 0, events = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("event") == 9)
            present = 0;
        if (wf_int("read") > 0) {
            events++;
            if (present)
                reads = 1;
            else
                reads = 0;
            assert(!reads || present);
        }
    }
    return 0;
}
