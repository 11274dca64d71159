// Standard input and the exit status are plain, too; a path whose status is an input has one test.
// options: --stdin 3
// paths: 4
// findings: none
// tests: confirmed
// branches: all
// written: "stdin": "616161",
// written: "stdin": "3a6161",
// written: "stdin": "617361",
#include <stdio.h>

int main(void) {
  int first = getchar();
  int second = getchar();
  if (first == ':')
    return 0;
  if (second > 'q' && second != 'r')
    return second;
  return 1;
}
