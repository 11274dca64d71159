// How much of a text is a sign and a digit is told by one of several pointers into a copy of it that is gone: what lies
// behind that in the text itself is still within it, as long as the number behind the parameter says.
// options: --function rest
// unusual: null-dereference 14
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
#include <string.h>

static size_t number_length(const char *text, size_t length) {
  char *copy = malloc(length + 1);
  if (copy == NULL)
    return 0;
  memcpy(copy, text, length);
  copy[length] = 0;
  char *ends[] = {copy, copy + 1, copy + 2};
  const char *end = ends[(copy[0] == '-') + (copy[1] == '1')];
  size_t used = end - copy;
  free(copy);
  return used;
}

int rest(const char *text, size_t length) {
  if (length < 4)
    return -1;
  size_t at = number_length(text, 3);
  if (text[2] != ',')
    return -1;
  int commas = 0;
  for (; at < length; at++)
    commas += text[at] == ',';
  return commas;
}
