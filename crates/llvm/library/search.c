/* search.h: the hash table and the binary tree. */
#include "library.h"

#include <search.h>

/* The one table of hsearch: open addressing, a slot is free while its key is null. */
static ENTRY *table;
static size_t table_size, table_used, table_limit;

int hcreate(size_t count) {
    if (table) {
        errno = EINVAL;
        return 0;
    }
    table_limit = count < 3 ? 3 : count;
    table_size = table_limit * 2;
    table = wfl_allocate(table_size * sizeof *table);
    if (!table)
        return 0;
    wf__memset(table, 0, table_size * sizeof *table);
    table_used = 0;
    return 1;
}

void hdestroy(void) {
    wf__free(table);
    table = NULL;
}

ENTRY *hsearch(ENTRY item, ACTION action) {
    if (!table) {
        errno = EINVAL;
        return NULL;
    }
    size_t hash = 5381;
    for (const char *c = item.key; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    for (size_t i = hash % table_size;; i = i + 1 == table_size ? 0 : i + 1) {
        if (!table[i].key) {
            if (action == FIND) {
                errno = ESRCH;
                return NULL;
            }
            if (table_used == table_limit) {
                errno = ENOMEM;
                return NULL;
            }
            table_used++;
            table[i] = item;
            return &table[i];
        }
        if (wfl_compare(table[i].key, item.key) == 0)
            return &table[i];
    }
}

/* tsearch: what it returns points to a node, whose first field is the key. The tree is not
   balanced, so that a walk visits other levels than glibc's red-black tree has. */
struct node {
    const void *key;
    struct node *left, *right;
};

static struct node **place(const void *key, struct node **root, __compar_fn_t compare) {
    while (*root) {
        int order = compare(key, (*root)->key);
        if (order == 0)
            break;
        root = order < 0 ? &(*root)->left : &(*root)->right;
    }
    return root;
}

void *tsearch(const void *key, void **root, __compar_fn_t compare) {
    if (!root)
        return NULL;
    struct node **at = place(key, (struct node **)root, compare);
    if (!*at) {
        struct node *node = wfl_allocate(sizeof *node);
        if (!node)
            return NULL;
        *node = (struct node){key, NULL, NULL};
        *at = node;
    }
    return *at;
}

void *tfind(const void *key, void *const *root, __compar_fn_t compare) {
    return root ? *place(key, (struct node **)root, compare) : NULL;
}

/* Returns the parent of what is removed (the root itself for the root). */
void *tdelete(const void *restrict key, void **restrict root, __compar_fn_t compare) {
    if (!root)
        return NULL;
    struct node **at = (struct node **)root, *parent = *at;
    while (*at) {
        int order = compare(key, (*at)->key);
        if (order == 0)
            break;
        parent = *at;
        at = order < 0 ? &parent->left : &parent->right;
    }
    struct node *gone = *at;
    if (!gone)
        return NULL;
    if (gone->left && gone->right) {
        struct node **next = &gone->right;
        while ((*next)->left)
            next = &(*next)->left;
        struct node *heir = *next;
        *next = heir->right;
        heir->left = gone->left;
        heir->right = gone->right;
        *at = heir;
    } else {
        *at = gone->left ? gone->left : gone->right;
    }
    if (parent == gone)
        parent = *at;
    wf__free(gone);
    return parent ? (void *)parent : (void *)root;
}

/* As deep as the tree, which the program built itself. */
static void walk(const struct node *node, __action_fn_t action, int depth) {
    if (!node->left && !node->right) {
        action(node, leaf, depth);
        return;
    }
    action(node, preorder, depth);
    if (node->left)
        walk(node->left, action, depth + 1);
    action(node, postorder, depth);
    if (node->right)
        walk(node->right, action, depth + 1);
    action(node, endorder, depth);
}

void twalk(const void *root, __action_fn_t action) {
    if (root && action)
        walk(root, action, 0);
}

void tdestroy(void *root, __free_fn_t release) {
    struct node *node = root;
    while (node) {
        /* Rotate until there is no left part: no stack is needed. */
        if (node->left) {
            struct node *left = node->left;
            node->left = left->right;
            left->right = node;
            node = left;
            continue;
        }
        struct node *right = node->right;
        release((void *)node->key);
        wf__free(node);
        node = right;
    }
}

struct element {
    struct element *next, *before;
};

void insque(void *element, void *before) {
    struct element *new = element, *old = before;
    if (!old) {
        *new = (struct element){NULL, NULL};
        return;
    }
    *new = (struct element){old->next, old};
    if (old->next)
        old->next->before = new;
    old->next = new;
}

void remque(void *element) {
    struct element *old = element;
    if (old->next)
        old->next->before = old->before;
    if (old->before)
        old->before->next = old->next;
}
