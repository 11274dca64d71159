// That memory cannot be allocated is tried with --failing-malloc only.
// reach: --function f

#include <stdlib.h>

int f(int a) {
    int *p = malloc(sizeof *p);
    *p = a; //= nullPointerOutOfMemory: open (not everything that may be missing was tried)
    int r = *p; //= nullPointer: open (the line is reached without it; memory that cannot be allocated was not tried)
    free(p);
    return r;
}
