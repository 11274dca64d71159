// Numbers among the inputs are no addresses: natively these are others. What may be a pointer, in a union, is null or leads to
// what that may lead to, and not to a variable of the program; compared with the object of another pointer it may be that.
// options: --function visit
// findings: assertion 53
// verdicts: confirmed
// tests: confirmed
// disagreements: none
#include <assert.h>
#include <stdlib.h>

struct node {
  long key;
  struct node *next;
};

static struct node nil = {0, &nil};

struct value {
  int tag;
  union {
    long number;
    struct node *node;
    int (*function)(int);
  } of;
};

static int twice(int number) {
  return 2 * number;
}

int (*known)(int) = twice;

static int length(const struct value *value) {
  int length = 0;
  for (struct node *node = value->of.node; node && node != &nil && length < 3; node = node->next) {
    length++;
  }
  return length;
}

/* By value, in registers. */
static long first(struct value value) {
  if (value.tag != 1 || value.of.node != &nil) return 0;
  return 100 / value.of.node->key;
}

int visit(const struct value *value, struct value passed, long number, struct node *node) {
  if (number == (long)&nil) abort();
  if (value == NULL) return -1;
  long sum = first(passed);
  switch (value->tag) {
  case 1:
    assert(length(value) != 2);
    return (int)sum;
  case 2:
    if (value->of.number == (long)&nil) abort();
    return value->of.number == 7;
  case 3:
    return node && value->of.node == node ? 3 : 4;
  case 4:
    return value->of.function == twice ? value->of.function(2) : 5;
  default:
    return 0;
  }
}
