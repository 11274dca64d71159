// A device is opened at most three times at once.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

static int users, powered;

static void device_open(void) {
    if (users == 3)
        return;
    if (users++ == 0)
        powered = 1;
}

static void device_close(void) {
    if (users == 0)
        return;
    if (--users == 0)
        powered = 0;
}

int main(void) {
    for (int i = 0; i < 100; i++) {
        if (wf_int("open") > 0)
            device_open();
        else
            device_close();
        assert(users >= 0 && users <= 3);
        assert(powered == (users > 0));
    }
    return 0;
}
