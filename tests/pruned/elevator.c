// An elevator moves with closed doors only.
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
    int floor = 0, open = 0;
    for (int i = 0; i < 60; i++) {
        switch (wf_int("command") & 3) {
        case 0:
            open = !open;
            break;
        case 1:
            if (!open && floor < 3)
                floor++;
            break;
        case 2:
            if (!open && floor > 0)
                floor--;
            break;
        default:
            open = 0;
        }
        assert(floor >= 0 && floor <= 3);
        assert(open == 0 || open == 1);
    }
    return 0;
}
