// An offset from an input pointer that is chosen by what it leads to: all that it may be is explored.
// options: --function letters
// left: input strings longer than --string-length
// paths: 7
// findings: none
// tests: confirmed
// branches: most 80
#include <stddef.h>

int letters(const char *text) {
  size_t at = 0;
  if (text == NULL)
    return -1;
  for (int words = 0; text[at] != 0 && words < 2; words++) {
    size_t length = text[at] == ' ' ? 1 : 2;
    if (text[at + 1] == 0)
      length = 1;
    at += length;
  }
  return text[at] == '!';
}
