// Where inputs are pointers: how often a counter went up over forty free bits does not matter to what is done with the list
// that the caller passes, and the list that leads back to itself is found.
//
// options: --function last --prune coverage --strategy dfs
// findings: assertion 25
// verdicts: confirmed
// left: pointer arguments to arrays of other lengths, into objects and to variables of the program
#include <assert.h>

struct node {
    int value;
    struct node *next;
};

int last(struct node *list, unsigned long long noise) {
    int odd = 0, value = 0;
    for (int i = 0; i < 40; i++)
        if (noise >> i & 1)
            odd++;
    if (!list)
        return -1;
    value = list->value;
    const struct node *at = list->next;
    for (int i = 0; at && i < 3; i++, at = at->next) {
        assert(at != list);
        value = at->value;
    }
    return value + odd;
}
