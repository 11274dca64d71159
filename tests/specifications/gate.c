// The specification stands in the header, beside what it is about.
// options: --spec ../../tests/specifications/gate.h
// findings: specification-violation 25
// verdicts: confirmed
// tests: confirmed
// exhaustive: true
#include "gate.h"

int wf_int(const char *name);

int gate_open(struct gate *gate) {
    if (wf_int("stuck") == 1)
        return 1;
    gate->is_open = 1;
    return 0;
}

void gate_pass(struct gate *gate) { (void)gate; }

int main(void) {
    struct gate gate = {0};
    int failed = gate_open(&gate);
    if (failed && wf_int("patient") == 2)
        return failed;
    gate_pass(&gate);
    return 0;
}
