// Which of two objects comes first is decided by where they lie, which is elsewhere natively.
// exhaustive: false
// left: the address of an object, another one natively, is used at order_of_addresses.c:10
#include <stdlib.h>

int main(void) {
    char *first = malloc(16), *second = malloc(16);
    if (!first || !second)
        return 2;
    int order = first < second;
    free(first);
    free(second);
    return order;
}
