// A search tree of four free keys: the five shapes of trees of three and what else there is.
//
// exhaustive: true
// findings: none
// tests: confirmed
#include <stdlib.h>
#include <wayfarer.h>

struct tree {
    struct tree *left, *right;
    signed char key;
};

static int insert(struct tree **root, signed char key) {
    while (*root) {
        if (key == (*root)->key)
            return 0;
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    *root = calloc(1, sizeof **root);
    (*root)->key = key;
    return 1;
}

static int size(const struct tree *root, int low, int high) {
    if (!root)
        return 0;
    wf_assert(low <= root->key && root->key <= high);
    return 1 + size(root->left, low, root->key - 1) + size(root->right, root->key + 1, high);
}

static void destroy(struct tree *root) {
    if (!root)
        return;
    destroy(root->left);
    destroy(root->right);
    free(root);
}

int main(void) {
    struct tree *root = NULL;
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += insert(&root, wf_schar("key"));
    wf_assert(size(root, -128, 127) == count);
    destroy(root);
    return count;
}
