// A function under test: what only a local variable held is lost when it returns; its arguments and
// what it stores into them are not.
//
// options: --function keep --check leak
// paths: 4
// exhaustive: false
// findings: memory-leak 20
// unusual: null-dereference 25
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
#include <string.h>

struct owner {
    void *block;
};

int keep(struct owner *owner, unsigned choice) {
    void *volatile local = NULL;
    char *block = malloc(8);
    if (block == NULL)
        return 1;
    memset(block, 1, 8);
    if (choice == 0)
        owner->block = block;
    else if (choice == 1)
        free(block);
    else
        local = block;
    return local != NULL;
}
