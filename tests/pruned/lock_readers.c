// Readers and a writer exclude each other.
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
    int readers = 0, writer = 0;
    for (int i = 0; i < 100; i++) {
        switch (wf_int("x") & 3) {
        case 0:
            if (!writer && readers < 2)
                readers++;
            break;
        case 1:
            if (readers > 0)
                readers--;
            break;
        case 2:
            if (readers == 0 && !writer)
                writer = 1;
            break;
        default:
            writer = 0;
        }
        assert(!(writer && readers));
    }
    return 0;
}
