// A native run that goes another way for good, as objects lie elsewhere: that it has taken another decision is told, however
// little time it has.
// options: --test-time 1
// exhaustive: false
// findings: none
// tests: not-reproduced
// disagreements: decision 1
// left: the address of an object, another one natively, is used at loops_natively_only.c:15, tests that ran otherwise than predicted
#include <stdlib.h>

int main(void) {
  char *first = malloc(16), *second = malloc(16);
  if (!first || !second)
    return 2;
  while (second - first <= 100 && first - second <= 100)
    ;
  free(first);
  free(second);
  return 0;
}
