// A text with a number behind it that is no length of it: it is handed to functions that write texts.
// options: --function repeated
// findings: none
// unusual: null-dereference 9, out-of-bounds 9
// tests: confirmed
#include <stdio.h>

static void line(const char *label) {
  fputs(label, stdout);
}

int repeated(const char *label, int n) {
  int written = 0;
  while (n-- > 0 && written < 2) {
    line(label);
    written++;
  }
  return written;
}
