// Two locks, of which the wrong one is released for one input: each has monitors of its own.
// options: --spec ../../tests/specifications/lock.spec --cflags -I../../tests/specifications
// paths: 4
// exhaustive: true
// findings: specification-violation 29
// verdicts: confirmed
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
    struct lock a = {0}, b = {0};
    int x = wf_int("x"), y = wf_int("y");
    take(&a);
    if (x > 10) {
        take(&a);
        release(&a);
        take(&b);
        if (y == 1234)
            release(&a);
        else if (y < 0)
            return release(&b), 1;
        release(&b);
    } else {
        release(&a);
    }
    return 0;
}
