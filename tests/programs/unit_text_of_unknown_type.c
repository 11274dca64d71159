// Memory of unknown type that is handed on as a text is taken for one: that it ends without a zero is for unusual
// inputs.
// options: --function join --input parts:nonnull --no-plain-values
// unusual: null-dereference 11, out-of-bounds 11
// verdicts: confirmed
// tests: confirmed
#include <string.h>

typedef void value;

static size_t length(const char *text) { return strlen(text); }

int join(int n, value **parts) {
  size_t sum = 0;
  for (int i = 0; i < n && i < 2; i++)
    sum += length(parts[i]);
  return sum == 2;
}
