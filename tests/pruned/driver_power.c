// Power goes down by steps, and up at once.
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
    int level = 0, last = 0;
    for (int i = 0; i < 100; i++) {
        last = level;
        if (wf_int("idle") > 0) {
            if (level < 3)
                level++;
        } else {
            level = 0;
        }
        assert(level == 0 || level == last || level == last + 1);
    }
    return 0;
}
