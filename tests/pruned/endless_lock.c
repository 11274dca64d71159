// A loop that goes on for as long as inputs say, about a lock: what matters is the lock alone.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <wayfarer.h>

int main(void) {
    int locked = 0;
    for (;;) {
        int x = wf_int("x");
        if (x == 0)
            break;
        if (x > 10 && !locked)
            locked = 1;
        else if (x < -10 && locked)
            locked = 0;
        assert(locked == 0 || locked == 1);
    }
    return 0;
}
