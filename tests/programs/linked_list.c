// A list built from inputs, its removal loses the last node's successor check: null dereference.
//
// exhaustive: true
// findings: null-dereference 31
// verdicts: confirmed
#include <stdlib.h>
#include <wayfarer.h>

struct node {
    int value;
    struct node *next;
};

static struct node *insert(struct node *list, int value) {
    if (list && list->value < value) {
        list->next = insert(list->next, value);
        return list;
    }
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}

/* Removes the first node that holds the value; forgets that there may be none. */
static struct node *removed(struct node *list, int value) {
    struct node **link = &list;
    while (*link && (*link)->value != value)
        link = &(*link)->next;
    struct node *gone = *link;
    *link = gone->next;
    free(gone);
    return list;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = insert(list, wf_schar("value"));
    for (struct node *n = list; n->next; n = n->next)
        wf_assert(n->value <= n->next->value);
    list = removed(list, wf_schar("key"));
    int count = 0;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
        count++;
    }
    return count;
}
