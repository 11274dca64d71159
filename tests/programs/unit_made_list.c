// Arguments that are made by calls of the program: a list by a function that returns one, and another by one that
// fills what it is given. Raw memory would break what they promise: as many items as are counted, in room for them.
// options: --function list_has --input list:list_of --input other:list_init
// exhaustive: false
// left: arguments that other calls make than those of --input
// findings: none
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>

struct list {
  int *items;
  size_t count, room;
};

static int list_init(struct list *list) {
  list->items = NULL;
  list->count = list->room = 0;
  return 0;
}

struct list *list_of(int first, int second) {
  struct list *list = malloc(sizeof *list);
  if (list == NULL)
    return NULL;
  list->items = malloc(2 * sizeof *list->items);
  list->items[0] = first;
  list->items[1] = second;
  list->count = list->room = 2;
  return list;
}

int list_has(const struct list *list, const struct list *other, int value) {
  for (size_t at = 0; at < other->count; at++)
    if (other->items[at] == value)
      return 2;
  for (size_t at = 0; at < list->count; at++)
    if (list->items[at] == value)
      return 1;
  return 0;
}

// unit: int result = made_list_has(0, 0, 0);
// unit: int result = made_list_has(1, 0, 0);
