// Accesses to freed memory past its former end are reported natively as lying beside it.
//
// findings: use-after-free 13
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
#include <wayfarer.h>

int main(void) {
    char *block = malloc(8);
    int index = wf_range_int("index", 10, 12);
    free(block);
    block[index] = 1;
    return 0;
}
