// A `char *` is a string of free length: code that stops at its end is right, code that looks behind it
// is not. What writes behind it takes it for a buffer, which it may be.
// options: --function copy --string-length 3
// findings: out-of-bounds 13
// unusual: out-of-bounds 17
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

int copy(char *to, const char *from) {
  if (to == NULL || from == NULL)
    return 0;
  if (from[0] != 0 && from[1] == ':' && from[3] == 'x')
    return 1;
  size_t at = 0;
  while (from[at] != 0) {
    to[at] = from[at];
    at++;
  }
  return 2;
}
