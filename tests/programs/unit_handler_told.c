// The function that a caller gives is told: a function of the program, which takes memory of unknown type.
// options: --function each --input handler:adding --input user:bytes(4)
// findings: none
// unusual: null-dereference 12
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

static int adding(void *user, int value) {
  int *sum = user;
  if (value > 1000) return 0;
  *sum += value & 1;
  return 1;
}

int each(const int *values, size_t count, int (*handler)(void *, int), void *user) {
  if (values == NULL)
    return -2;
  for (size_t at = 0; at < count; at++)
    if (!handler(user, values[at]))
      return -1;
  return 0;
}

// unit: int result = each(&values, 1, adding, (char *)user);
