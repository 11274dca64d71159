// What functions that make arguments call their parameters says how long arrays are, not how parameters are called that say
// which functions are called: `n_call1` is no length of the array before it, `n_1_items_fill_count` is one of the array there.
// options: --function sum_of --input n:calls(1)
// findings: out-of-bounds 39
// unusual: null-dereference 37, null-dereference 29
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>

struct items {
  int values[4];
  int count;
};

static struct items all;

struct items *items_new(void) {
  all.count = 4;
  return &all;
}

int items_drop(struct items *items) {
  return items->count == 0 ? -1 : --items->count;
}

/* As many as there are: who calls it sees to that. */
void items_fill(struct items *items, const int *values, int count) {
  for (int at = 0; at < count && at < 4; at++) {
    items->values[at] = values[at];
  }
}

/* Looks at one element, whatever the calls before. */
int sum_of(const int *first, struct items *n) {
  int sum = 0;
  for (int at = 0; at < n->count; at++) {
    sum += *first;
  }
  return n->count == 3 ? n->values[sum] : 0;
}
