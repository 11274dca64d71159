// A program starts in `/`: its files are found by absolute names, too. That is counted, as it is so only in
// the sandbox.
// options: --file conf=1
// left: a file that the run is not given is looked for at file_below_root.c:11
// findings: none
// tests: confirmed
#include <stdio.h>

int main(void) {
    FILE *file = fopen("/conf", "r");
    if (!file)
        return 1;
    return fgetc(file) == 'x' ? 2 : 3;
}
