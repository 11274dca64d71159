// Two clauses that are violated at the same call are two findings.
// options: --spec ../../tests/specifications/two_clauses.spec
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
#include <wayfarer.h>

static int sum;

void put(int n) { sum += n & 7; }

int main(void) {
    put(wf_int("n"));
    return 0;
}
