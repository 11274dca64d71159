// A list is walked after 300 decisions that leave other objects behind, or none.
//
// options: --prune coverage --strategy dfs
// exhaustive_for_coverage: true
// findings: none
// tests: confirmed
// left: none
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

struct node {
    int value;
    struct node *next;
};

static struct node *add(struct node *next, int value) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->value = value;
    node->next = next;
    return node;
}

int main(void) {
    struct node *list = 0, *noise = 0;
    for (int i = 0; i < 300; i++) {
        if (wf_int("x") > 10)
            noise = add(0, i);
        if (i % 60 == 0)
            list = add(list, i);
    }
    int sum = 0;
    for (struct node *at = list; at; at = at->next)
        sum += at->value;
    assert(sum == 600);
    (void)noise;
    return 0;
}
