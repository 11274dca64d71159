// Parameters of which the declaration says that another one counts their elements: an array, and an attribute that
// clang does not know.
// options: --function total
// findings: out-of-bounds 17
// unusual: null-dereference 15
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

__attribute__((access(read_only, 1, 4))) int total(const int *items, unsigned k, const char texts[static k], size_t many);

int total(const int *items, unsigned k, const char texts[static k], size_t many) {
  int sum = 0;
  for (size_t at = 0; at < many; at++)
    sum ^= items[at];
  if (k == 3)
    return texts[k];
  for (unsigned at = 0; at < k; at++)
    sum ^= texts[at];
  return sum;
}
