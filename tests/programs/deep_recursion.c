// Native frames differ in size from those of the machine: the stack ends after fewer or more calls
// than predicted, which is still the error that was predicted.
//
// paths: 5
// exhaustive: true
// findings: stack-exhausted 11
// verdicts: confirmed
// tests: confirmed
#include <wayfarer.h>

static int descend(int n) {
    volatile char frame[100];
    frame[0] = (char)n;
    if (n == 0)
        return 0;
    return descend(n - 1) + frame[0];
}

int main(void) {
    int n = wf_range_int("n", 0, 4);
    return descend(n == 4 ? -1 : n);
}
