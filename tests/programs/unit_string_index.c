// The first look at a string may be at an index that is an input.
// options: --function letter --string-length 3
// findings: out-of-bounds 11
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

int letter(const char *text, unsigned at) {
  if (text == NULL || at > 2)
    return 0;
  return text[at] == 'x' && text[at + 1] != 0;
}
