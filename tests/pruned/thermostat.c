// A heater goes on and off between two temperatures.
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
    int degrees = 18, on = 0;
    for (int i = 0; i < 100; i++) {
        if (on)
            degrees++;
        else if (wf_int("draught") > 0)
            degrees--;
        if (degrees <= 16)
            on = 1;
        if (degrees >= 20)
            on = 0;
        assert(degrees >= 15 && degrees <= 21);
    }
    return 0;
}
