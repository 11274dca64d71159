// A tree, and what looks like one: a node that is reached in two ways.
// options: --function is_tree --heap-objects 3
// findings: reach-error 30
// verdicts: confirmed
// tests: confirmed
// branches: 21 of 22
#include <stddef.h>

extern void reach_error(void);

struct tree {
  struct tree *left, *right;
  int key;
};

static int ordered(const struct tree *tree, int low, int high, int depth) {
  if (tree == NULL)
    return 1;
  if (depth == 0 || tree->key < low || tree->key > high)
    return 0;
  return ordered(tree->left, low, tree->key, depth - 1) &&
         ordered(tree->right, tree->key, high, depth - 1);
}

int is_tree(const struct tree *tree) {
  if (tree == NULL || tree->left == NULL || !ordered(tree, 1, 9, 2))
    return 0;
  /* With one key only. */
  if (tree->left == tree->right && tree->key == 5)
    reach_error();
  return 1;
}

// unit: CHECK(result == 1);
