// reach: --function f --failing-malloc

#include <stdlib.h>

int f(int a) {
    int *p = malloc(sizeof *p);
    *p = a; //= nullPointerOutOfMemory: confirmed
    int r = *p; //= nullPointer: open (the line is reached without it; runs that might come to it end before, with null-dereference)
    free(p);
    return r;
}
