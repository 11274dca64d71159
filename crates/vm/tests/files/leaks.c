// options leaks
// Heap memory that nothing points to at the end.
#include "wayfarer.h"
#include <stdlib.h>
struct node { struct node *next; };
static struct node *list;
int main(void) {
    int lost = wf_int("lost");
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    if (lost)
        list = list->next;
    return 0;
}
// run lost:32=0
//= input lost int x1 at 0 Program
//= fork Branch #1 line 14: 1 0 -> 0
//= exit 0
// run lost:32=1
//= input lost int x1 at 0 Program
//= fork Branch #1 line 14: 1 0 -> 1
//= error memory-leak line 10: 8 bytes in 1 heap objects are lost at the end; the first, of 8 bytes, was allocated at leaks.c:10 [main:16]
