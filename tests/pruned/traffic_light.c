// A traffic light with a timer and a button.
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
    enum { RED, AMBER, GREEN } light = RED, before = RED;
    int pressed = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("button") > 0)
            pressed = 1;
        before = light;
        if (light == RED) {
            if (wf_int("time") > 0)
                light = GREEN;
        } else if (light == GREEN) {
            if (pressed)
                light = AMBER;
        } else {
            light = RED;
            pressed = 0;
        }
        assert(!(before == GREEN && light == RED));
    }
    return 0;
}
