// Functions that make an object are those that callers know and that need no other objects; one whose name is that of a
// variable which a call would have hides nothing. A pointer to a pointer leads to one that is made.
// options: --function item_grow --time 20
// findings: none
// unusual: null-dereference 45, null-dereference 46, out-of-bounds 47
// by_calls: none
// verdicts: confirmed
#include <stdlib.h>

struct item {
  int room, used;
};

struct list {
  struct item *first;
};

/* Of the base of larger objects: what it fills is no item. */
static void item_init(struct item *item, int room) {
  item->room = room;
  item->used = 0;
}

/* As the variable for `object` of item_init would be called. */
struct item *item_object(int room) {
  if (room < 0 || room > 8)
    return NULL;
  struct item *item = malloc(sizeof *item + (size_t)room);
  if (item)
    item_init(item, room);
  return item;
}

/* Needs a list. */
struct item *item_new_first(const struct list *list) {
  return list->first;
}

static char *bytes(struct item *item) {
  return (char *)(item + 1);
}

/* Adds a byte, if there is room. */
int item_grow(struct item **item, char byte) {
  struct item *own = *item;
  if (own->used < own->room)
    bytes(own)[own->used++] = byte;
  return own->used;
}
