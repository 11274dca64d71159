// Pointers that the input chooses: lists, null, freed memory.
#include <wayfarer.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    unsigned char c;
    wf_symbolic(&c, 1, "c");
    struct node *heap = malloc(sizeof *heap);
    struct node first = {0, 1}, second = {&first, 2}, third = {&second, 3};
    struct node *list = heap;
    heap->next = &third;
    heap->value = c;
    if (c & 1)
        list = &third;
    else if (c & 2)
        list = &second;
    else if (c & 4)
        list = 0;
    if (c > 100)
        free(heap);
    int sum = 0;
    for (; list; list = list->next)
        sum += list->value;
    if (sum == 6)
        list = c & 8 ? &first : 0;
    if (c & 16)
        list->value = 1;
    if (c == 112)
        free(heap);
    return 0;
}
