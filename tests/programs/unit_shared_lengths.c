// A pointer to one number can be the array of another parameter, if that has an element, and two arrays can be one, if it is
// long enough for both: an array that its length says is empty is nobody's number. What is wrong with the array itself is found.
// options: --function advance --no-plain-values --max-paths 100
// findings: out-of-bounds 14
// unusual: null-dereference 13, null-dereference 14, null-dereference 15
// verdicts: confirmed
#include <stddef.h>

int advance(int *values, size_t n, int *more, size_t count, int *last) {
  int sum = 0;
  if (n > 2 || count > 3)
    return 0;
  int before = *last;
  if (before == 7) values[n] = 0;
  for (size_t i = 0; i < count; i++) sum += more[i];
  *last = before / 2;
  return sum;
}
