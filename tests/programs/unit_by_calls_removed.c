// What a function takes out of its first argument, by its name, is a part of that where calls make both; what it puts in
// the place of it comes from elsewhere.
// options: --function tree_replace --input parent:calls(2) --input item:calls(1) --input replacement:calls(0)
// findings: none
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>

struct tree {
  struct tree *next, *previous, *child;
};

struct tree *tree_new(void) { return calloc(1, sizeof(struct tree)); }

struct tree *tree_add(struct tree *parent) {
  struct tree *added = tree_new();
  if (!added)
    return NULL;
  added->next = parent->child;
  if (parent->child)
    parent->child->previous = added;
  parent->child = added;
  return added;
}

/* The children of `parent` know what is before them, but for the first one. */
void tree_replace(struct tree *parent, struct tree *item, struct tree *replacement) {
  if (item == replacement)
    return;
  replacement->next = item->next;
  replacement->previous = item->previous;
  if (item == parent->child)
    parent->child = replacement;
  else
    item->previous->next = replacement;
  if (item->next)
    item->next->previous = replacement;
  item->next = item->previous = NULL;
}
