// Calls that return pointers: into an argument at some offset or null, an item of a list, an element of a table.
//
// options: --lazy-functions skip,find,lookup,element --all-paths
// paths: 5
// exhaustive: true
// findings: none
// tests: confirmed
#include <stddef.h>
#include <wayfarer.h>

struct item {
    struct item *next;
    int key;
    int value;
};

static int table[4] = {1, 2, 3, 4};

static char *skip(char *text) {
    while (*text == ' ')
        text++;
    return text;
}

static char *find(char *text, int wanted) {
    for (; *text; text++)
        if (*text == wanted)
            return text;
    return NULL;
}

static struct item *lookup(struct item *list, int key) {
    for (; list; list = list->next)
        if (list->key == key)
            return list;
    return NULL;
}

static int *element(int index) {
    return index < 0 || index > 3 ? NULL : &table[index];
}

int main(void) {
    struct item last = {NULL, 3, 30}, first = {&last, 2, 1};
    char text[5];
    for (int i = 0; i < 4; i++)
        text[i] = wf_char("text");
    text[4] = 0;
    char *rest = skip(text);
    if (*rest == 'x')
        return 1;
    rest = find(rest, 'y');
    if (rest == NULL)
        return 2;
    struct item *item = lookup(&first, rest[1]);
    if (item == NULL)
        return 3;
    int *found = element(item->value);
    if (found == NULL)
        return 4;
    *found = 7;
    return table[1];
}
