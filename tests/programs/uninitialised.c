// What was never written is read; no sanitizer of the native build sees that, so the run cannot
// refute it either.
//
// options: --check uninit
// findings: uninitialised-read 14
// verdicts: inconclusive
#include <wayfarer.h>

int main(void) {
    int x;
    int c = wf_int("c");
    if (c > 5)
        x = c;
    if (x == 8)
        return 1;
    return 0;
}
