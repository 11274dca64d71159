// A length that is named after a pointer is that one's: the text between them ends where it ends.
// options: --function find_in --string-length 3
// findings: none
// unusual: null-dereference 13, null-dereference 14
// verdicts: confirmed
// tests: confirmed
// branches: all
#include <stddef.h>

int find_in(const char *s, const char *word, size_t slen) {
  for (size_t at = 0; at < slen; at++) {
    size_t length = 0;
    while (word[length] != 0 &&
           at + length < slen && s[at + length] == word[length])
      length++;
    if (word[length] == 0)
      return (int)at;
  }
  return -1;
}
