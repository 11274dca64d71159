// Pointers of 32 bits that depend on inputs go through memory: arrays of them, bytes of them, numbers, far from their objects.
// options: -m32
// exhaustive: true
// findings: out-of-bounds 52
// left: none
// tests: confirmed
#include <stdlib.h>
#include <string.h>
#include <wayfarer.h>

struct node {
    struct node *next;
    int value;
};

static int same(int x) { return x; }
static int more(int x) { return x + 1; }
static int twice(int x) { return x * 2; }
static int (*const table[3])(int) = {same, more, twice};

int main(void) {
    static struct node pool[40];
    struct node *backwards[40];
    for (int i = 0; i < 40; i++) {
        pool[i] = (struct node){i ? &pool[i - 1] : NULL, i * i};
        backwards[39 - i] = &pool[i];
    }
    unsigned k = wf_uint("k"), m = wf_uint("m");
    wf_assume(k < 40 && m < 7);
    struct node *one = backwards[k], *other = &pool[k], **way = &other;
    wf_assert(one != other);
    if (one->value == 1521)
        wf_assert(k == 0);
    if ((*way)->next && (*way)->next->value == 100)
        wf_assert(k == 11);
    char *place = (char *)pool + sizeof *pool * k;
    struct node *copied;
    memcpy(&copied, &place, sizeof copied);
    wf_assert(copied == other && copied->value == (int)(k * k));
    if (m < 3) {
        int result = table[m](5);
        if (result == 10)
            wf_assert(m == 2);
    }
    int array[6] = {1, 2, 3, 4, 5, 6};
    int **kept = malloc(sizeof *kept);
    if (!kept)
        return 1;
    *kept = array + m - 1000;
    int *back = *kept + 1000;
    free(kept);
    return *back;
}
