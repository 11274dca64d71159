// Tests have the plainest inputs that take their paths.
// options: --function parse
// findings: none
// tests: confirmed
// branches: all
#include <stddef.h>

int parse(const char *word, int wanted) {
  if (word == NULL)
    return -1;
  if (word[0] == 0 || word[0] == '#')
    return 0;
  if (wanted > 41 && wanted != 42)
    return 1;
  return 2;
}

// unit: int result = parse("#", 0);
// unit: int result = parse("a", 0);
// unit: int result = parse("a", 43);
// unit: int result = parse(NULL, 0);
