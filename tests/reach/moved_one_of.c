// The same of a pointer that depends on inputs.
// reach: --stdin 1 --target moved_one_of.c:13
//   moved_one_of.c:13: open (left out: 1 the address of an object, another one natively, is used at moved_one_of.c:12)
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *all[2] = {malloc(4), malloc(4)};
    unsigned chosen = getchar() & 1;
    char *one = realloc(all[0], 8);
    char *other = realloc(all[1], 8);
    if (all[chosen] == one)
        return 2;
    free(one);
    free(other);
    return 0;
}
