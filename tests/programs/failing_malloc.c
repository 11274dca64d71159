// Allocations that fail are part of a test, and fail in its native replay, too.
//
// options: --failing-malloc
// exhaustive: true
// paths: 8
// findings: null-dereference 16
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
#include <string.h>
#include <wayfarer.h>

int main(void) {
    int copies = wf_bool("copies");
    char *first = malloc(3), *second = copies ? strdup("two") : calloc(2, 2);
    first[0] = 1;
    if (!second) {
        free(first);
        return 1;
    }
    free(first);
    free(second);
    return 0;
}
