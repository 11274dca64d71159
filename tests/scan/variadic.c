// A function whose calls have more arguments than it declares: no objects are made by calls for it, and what is found for any
// object counts, as nothing else is known of it.
//
// functions: box_new, total, first_of
// confirmed: out-of-bounds in total, 1 time

#include <stdarg.h>
#include <stdlib.h>

struct box {
    int size;
    int *cells;
};

struct box *box_new(int size) {
    if (size < 0 || size > 3)
        return NULL;
    struct box *b = malloc(sizeof *b);
    if (!b)
        return NULL;
    b->size = size;
    b->cells = calloc(4, sizeof(int));
    return b;
}

int total(struct box *b, int count, ...) {
    int table[4] = {1, 2, 3, 4};
    if (!b)
        return 0;
    return table[b->size] + count;
}

int first_of(const struct box *b) {
    return b ? b->size : -1;
}
