// Findings for raw memory come with the option under which a function of the program makes the argument; with --strict
// they are not checked against what that makes.
// options: --function list_has --strict
// findings: out-of-bounds 23
// unusual: null-dereference 23
// verdicts: confirmed
// tests: confirmed
// written: "--input 'list: calls(2)' (by list_new)"
#include <stdlib.h>

struct list {
  int *items;
};

struct list *list_new(void) {
  struct list *list = malloc(sizeof *list);
  if (list) *list = (struct list){NULL};
  return list;
}

int list_has(const struct list *list, int value) {
  int at = 0;
  while (list->items[at] != value && list->items[at] != 0) at++;
  return list->items[at] != 0;
}
