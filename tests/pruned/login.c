// Three wrong passwords lock the account until it is unlocked.
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
    int wrong = 0, locked = 0, inside = 0;
    for (int i = 0; i < 100; i++) {
        int key = wf_int("key");
        if (locked) {
            inside = 0;
            if (key == 1000) {
                locked = 0;
                wrong = 0;
            }
        } else if (key == 42) {
            inside = 1;
            wrong = 0;
        } else {
            inside = 0;
            if (++wrong == 3)
                locked = 1;
        }
        assert(!(inside && locked));
        assert(wrong <= 3);
    }
    return 0;
}
