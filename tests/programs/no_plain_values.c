// With --no-plain-values inputs stay as they were found: zero where nothing asks for anything else.
// options: --no-plain-values --stdin 3
// paths: 2
// tests: confirmed
// written: "stdin": "3a0000",
#include <stdio.h>

int main(void) {
  if (getchar() == ':')
    return 1;
  return 0;
}
