// Coins are counted up to the price.
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
    int paid = 0, sold = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("coin") > 0)
            paid++;
        if (paid == 4) {
            sold++;
            paid = 0;
        }
        assert(paid < 4);
    }
    return 0;
}
