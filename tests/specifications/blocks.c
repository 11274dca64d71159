// Blocks that follow each other at the same address natively: no violation, and one of a block that is freed twice,
// before the C library sees it.
// options: --spec ../../tests/specifications/blocks.spec
// findings: specification-violation 19
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
#include <stdlib.h>
#include <wayfarer.h>

int main(void) {
    int n = wf_int("n"), i = 0;
    char *p;
    do {
        p = malloc(8);
        free(p);
    } while (++i < n && i < 3);
    if (n == -77)
        free(p);
    free(NULL);
    return 0;
}
