// A lock that is held when the program ends, for one input.
// options: --spec ../../tests/specifications/lock.spec --cflags -I../../tests/specifications
// paths: 2
// exhaustive: true
// findings: specification-violation 19
// verdicts: confirmed
#include "lock.h"
#include <wayfarer.h>

int take(struct lock *m) { return m->held++; }
void release(struct lock *m) { m->held = 0; }

static struct lock only;

int main(void) {
    take(&only);
    if (wf_int("x") * 3 != 21)
        release(&only);
    return 0;
}
