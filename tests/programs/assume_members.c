// What callers see to is said in C: an error in a condition says that it does not hold.
// options: --function last --assume vector->items!=NULL --assume vector->count>0&&vector->count<=limit
// findings: none
// unusual: none
// tests: confirmed
// branches: 7 of 8
// unit: CHECK(result == 0);
#include <stddef.h>

struct vector {
  int *items;
  int count;
};

static int limit = 4;

static int last(struct vector *vector) {
  if (vector == NULL)
    return -1;
  int value = vector->items[vector->count - 1];
  if (value > 7)
    return 1;
  for (int i = 0; i < vector->count - 1; i++)
    if (vector->items[i] == value)
      return 2;
  return 0;
}
