// The number behind a text that is copied is the size of what it is copied to.
// options: --function copy
// findings: out-of-bounds 14
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

void copy(char *to, const char *from, size_t size) {
  if (to == NULL || from == NULL)
    return;
  size_t at = 0;
  for (; at < size && from[at] != 0; at++)
    to[at] = from[at];
  to[at] = 0;
}
