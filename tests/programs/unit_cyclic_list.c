// The list that is a circle of one node (CUTE's example): a pointer in an input may lead to any input
// object of its type, to the one that it is in as well.
// options: --function inspect --heap-objects 3
// paths: 5
// findings: division-by-zero 19
// verdicts: confirmed
// tests: confirmed
// branches: all
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

int inspect(const struct node *p, int x) {
  if (x > 0 && p != NULL)
    if (2 * x + 1 == p->value && p->next == p)
      return 100 / (p->value - 2 * x - 1);
  return 0;
}

// unit: struct node *p = wf_new(&(struct node){.value = 3, .next = NULL}, sizeof(struct node));
// unit: p->next = p;
