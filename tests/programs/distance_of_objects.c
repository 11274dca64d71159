// How far two objects lie from each other is something else natively.
// options: --no-replay
// exhaustive: false
// left: the address of an object, another one natively, is used at distance_of_objects.c:11
#include <stdlib.h>

int main(void) {
    char *first = malloc(16), *second = malloc(16);
    if (!first || !second)
        return 2;
    int far = second - first > 100;
    free(first);
    free(second);
    return far;
}
