// A pointer that only a local variable of main held is lost when main returns.
//
// options: --check leak
// paths: 3
// exhaustive: true
// findings: memory-leak 14
#include <stdlib.h>
#include <wayfarer.h>

static void *volatile kept;

int main(void) {
    int choice = wf_range_int("choice", 0, 2);
    void *block = malloc(8);
    if (choice == 1)
        kept = block;
    else if (choice == 2)
        free(block);
    return 0;
}
