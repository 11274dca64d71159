// Nothing is violated, and the run says so for all inputs.
// options: --spec ../../tests/specifications/lock.spec --cflags -I../../tests/specifications
// exhaustive: true
// findings: none
// tests: confirmed
#include "lock.h"
#include <wayfarer.h>

int take(struct lock *m) {
    if (m->held)
        return -1;
    m->held = 1;
    return 0;
}

void release(struct lock *m) { m->held = 0; }

int main(void) {
    struct lock a = {wf_int("held")};
    if (take(&a) == 0) {
        for (int i = wf_int("i"); i > 0 && i < 4; i++) {
            release(&a);
            take(&a);
        }
        release(&a);
    }
    return 0;
}
