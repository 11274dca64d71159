// A list with the node to be removed in front, behind others, and not at all; nothing to be removed; a
// list that is a circle never ends.
// options: --function list_remove --heap-objects 3
// findings: none
// unusual: null-dereference 20
// verdicts: confirmed
// tests: confirmed
// branches: all
// limits: endless
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

/* The head is no node: it must be there. */
int list_remove(struct node **head, struct node *node) {
  struct node **at = head;
  while (*at != node) {
    if (*at == NULL)
      return 0;
    at = &(*at)->next;
  }
  if (node == NULL)
    return 0;
  *at = node->next;
  node->next = NULL;
  return 1;
}

// unit: struct node *head[4] = {&node};
// unit: CHECK(head[0] == NULL);
