// Calls that go on making an object are given no raw memory for the objects that they need themselves: what an earlier call has
// returned, what other calls make, or null where
// they ask for it.
// options: --function list_sum --input list:calls(3) --time 60
// exhaustive: false
// findings: assertion 99
// unusual: none
// verdicts: confirmed
// tests: confirmed
// written: list_2_list_remove_entry = list_kept1[0];
// written: list_next(list, &list_3_list_next_entry);
#include <assert.h>
#include <stdlib.h>

struct entry {
  int value;
  struct entry *next;
};

struct limits {
  int most;
};

struct list {
  struct entry *first;
  struct limits *limits;
  int count, most;
};

struct list *list_new(void) {
  return calloc(1, sizeof(struct list));
}

struct limits *limits_new(int most) {
  struct limits *limits = most > 0 ? malloc(sizeof *limits) : NULL;
  if (limits) limits->most = most;
  return limits;
}

struct entry *list_add(struct list *list, int value) {
  if (list->count > 2 || value < 0 || value > 100) return NULL;
  struct entry *entry = malloc(sizeof *entry);
  if (!entry) return NULL;
  *entry = (struct entry){value, list->first};
  list->first = entry;
  list->count++;
  return entry;
}

/* Counts on the entry being in the list: raw memory would be none of it. */
void list_remove(struct list *list, struct entry *entry) {
  struct entry **at = &list->first;
  while (*at && *at != entry) at = &(*at)->next;
  if (*at) *at = entry->next;
  list->count--;
  free(entry);
}

/* Limits of at least one: raw memory would have others. */
void list_limit(struct list *list, struct limits *limits) {
  list->limits = limits;
}

/* Frees what others may have: who calls it does not use that any more. */
void list_drop_first(struct list *list) {
  struct entry *first = list->first;
  if (!first) return;
  list->first = first->next;
  list->count--;
  free(first);
}

/* Gives what it looks up, to be changed. */
struct entry *list_find(const struct list *list, int value) {
  struct entry *entry = list->first;
  while (entry && entry->value != value) entry = entry->next;
  return entry;
}

/* What it is given may be null, and else is made. */
void list_limit_more(struct list *list, const struct limits *limits) {
  if (limits) list->most = limits->most;
}

/* Leaves an entry in a variable of its caller, for which that is to be another one. */
void list_next(struct list *list, struct entry **entry) {
  *entry = *entry ? (*entry)->next : list->first;
}

int list_sum(const struct list *list) {
  int sum = 0, count = 0;
  for (const struct entry *entry = list->first; entry; entry = entry->next) {
    sum += entry->value;
    count++;
  }
  assert(count == list->count);
  assert(!list->limits || list->limits->most > 0);
  assert(list->most >= 0);
  assert(sum != 42);
  return sum;
}
