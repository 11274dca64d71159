// Producers and consumers around a semaphore of four.
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
    int full = 0, empty = 4;
    for (int i = 0; i < 100; i++) {
        if (wf_int("produce") > 0) {
            if (empty > 0) {
                empty--;
                full++;
            }
        } else if (full > 0) {
            full--;
            empty++;
        }
        assert(full + empty == 4);
    }
    return 0;
}
