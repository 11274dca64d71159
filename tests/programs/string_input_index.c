// The index into a free argument is free, too: it must not lead behind the zero.
// options: --args 1x3
// exhaustive: true
// findings: out-of-bounds 13
// verdicts: confirmed
// tests: confirmed
#include <string.h>
#include <wayfarer.h>

int main(int argc, char **argv) {
    unsigned index = wf_uint("index");
    wf_assume(index < 4);
    return argv[1][index] == 'q' ? (int)strlen(argv[1]) : 10;
}
