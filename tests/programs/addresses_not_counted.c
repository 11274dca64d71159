// What is the same in every run is not counted: distances, alignment, null.
// exhaustive: true
// left: none
// tests: confirmed
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int array[4];
    int *p = &array[1], *heap = malloc(4);
    int aligned = ((uintptr_t)heap & 15) == 0;
    int distance = (int)(&array[3] - p);
    free(heap);
    return distance + aligned + (p == array);
}
