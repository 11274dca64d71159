// An array has as many elements as a number says that was decided to be one by the size of an allocation.
// options: --function copied --input from:nonnull
// findings: none
// unusual: out-of-bounds 16
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
char **copied(char **from, int count) {
  if (count < 0)
    return NULL;
  char **to = malloc(sizeof(char *) * (count + 1));
  if (!to)
    return NULL;
  int i;
  for (i = 0; i < count; i++)
    to[i] = from[i];
  to[i] = NULL;
  return to;
}
