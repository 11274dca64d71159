// Which null pointers the code expects: of a parameter that it tests, and of a member that it tests in
// another node.
// options: --function last --heap-objects 3
// findings: null-dereference 20
// unusual: null-dereference 16
// verdicts: confirmed
// limits: endless
#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

int last(const struct node *list, const int *step) {
  int skipped = *step;
  if (list == NULL)
    return skipped;
  if (list->next == NULL || skipped != 3)
    return list->next->value;
  while (list->next != NULL)
    list = list->next;
  return list->value;
}
