// Only the variables that are named, with what the options say of them; the others are as they are initialised, and so
// is one that a constructor sets up.
// options: --function look --free-globals=items,*_count --input items:array(item_count)
// findings: none
// unusual: null-dereference 29
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

static int *items;
static size_t item_count;
static int other = 5, made_count;

void keep(int *all, size_t count) {
  items = all;
  item_count = count;
  other = 7;
}

__attribute__((constructor)) static void set_up(void) {
  made_count = 3;
}

int look(int value) {
  if (other != 5 || made_count != 3)
    return value / (other - other);
  for (size_t at = 0; at < item_count; at++)
    // Nobody has said that there are items.
    if (items[at] == value)
      return 1;
  return 0;
}

// unit: item_count = 1;
