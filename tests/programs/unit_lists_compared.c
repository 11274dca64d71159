// Two lists may share nodes, be one list, or be of different length.
// options: --function common_tail --heap-objects 4 --path-instructions 3000
// findings: assertion 26, assertion 28
// verdicts: confirmed
// limits: path-instructions
#include <assert.h>
#include <stddef.h>

struct node {
  struct node *next;
  char letter;
};

static int length(const struct node *list) {
  int count = 0;
  for (; list != NULL; list = list->next)
    count++;
  return count;
}

int common_tail(const struct node *a, const struct node *b) {
  if (length(a) != 2 || length(b) != 2)
    return 0;
  if (a->letter != 'a' || b->letter != 'b')
    return 1;
  assert(a->next != b->next);
  if (a->next->letter == 'c')
    assert(b->next->letter != 'd');
  return 2;
}
