// A list is built while objects come and go beside it.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

struct node {
    int value;
    struct node *next;
};

static struct node *make(struct node *next, int value) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(0);
    node->value = value;
    node->next = next;
    return node;
}

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 100; i++) {
        if (wf_int("x") > 0)
            free(make(0, i));
        if (i % 25 == 0)
            list = make(list, i);
        if (list)
            assert(list->value == i / 25 * 25);
    }
    return 0;
}
