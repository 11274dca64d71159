// Red-black trees as inputs: the invariant of the type builds them, each structure of up to five nodes once.
// options: --function shape --precondition rep_ok --input tree:nonnull --input tree:array(1) --heap-objects 6 --heap-depth 4 --all-paths
// paths: 18
// findings: none
// unusual: none
// tests: confirmed
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
  int key;
  bool red;
  struct node *left, *right, *parent;
};

struct tree {
  struct node *root;
};

/* Children know their parents: then no node is reached twice. */
static bool is_tree(const struct node *node) {
  const struct node *left = node->left, *right = node->right;
  if (left != NULL)
    if (left->parent != node || (left->red && node->red) || !is_tree(left))
      return false;
  if (right != NULL)
    if (right == left || right->parent != node || (right->red && node->red) || !is_tree(right))
      return false;
  return true;
}

/* Black nodes on each way down, or 0 if ways differ. */
static int black_height(const struct node *node) {
  if (node == NULL)
    return 1;
  int left = black_height(node->left);
  if (left == 0 || left != black_height(node->right))
    return 0;
  return node->red ? left : left + 1;
}

static bool is_ordered(const struct node *node, long low, long high) {
  if (node == NULL)
    return true;
  return low < node->key && node->key < high && is_ordered(node->left, low, node->key) &&
         is_ordered(node->right, node->key, high);
}

bool rep_ok(const struct tree *tree) {
  const struct node *root = tree->root;
  if (root == NULL)
    return true;
  if (root->red || root->parent != NULL)
    return false;
  return is_tree(root) && black_height(root) > 0 && is_ordered(root, LONG_MIN, LONG_MAX);
}

/* Which structure it is: one path for each. */
static unsigned shape_of(const struct node *node, unsigned above) {
  if (node == NULL)
    return above * 3;
  return shape_of(node->right, shape_of(node->left, above * 3 + (node->red ? 1 : 2)));
}

unsigned shape(const struct tree *tree) {
  return shape_of(tree->root, 1);
}
