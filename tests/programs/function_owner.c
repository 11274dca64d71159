// What an argument points to belongs to the function if it says so: it may be freed, once.
// options: --function clear
// findings: double-free 21
// unusual: null-dereference 17
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>

struct buffer {
  char *text;
  char *copy;
  int shared;
};

/* A shared buffer has one text under two names. */
int clear(struct buffer *buffer) {
  if (buffer->shared > 0)
    buffer->copy = buffer->text;
  free(buffer->text);
  if (buffer->shared >= 9)
    free(buffer->copy);
  free(buffer);
  return 0;
}

// unit: clear(buffer);
