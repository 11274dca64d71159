// An event that names no object is one of all pairs that there are, also of those that are as they were at first.
// options: --spec ../../tests/specifications/pairs.spec
// findings: specification-violation 22
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
#include "pairs.h"

int wf_int(const char *name);

void pair(struct one *a, struct other *b) { a->n = b->n; }

void part(struct one *a, struct other *b) { a->n = 0 * b->n; }

int main(void) {
    struct one a = {1};
    struct other b = {2}, c = {3};
    pair(&a, &b);
    part(&a, &b);
    if (wf_int("again") == 7)
        pair(&a, &c);
    return 0;
}
