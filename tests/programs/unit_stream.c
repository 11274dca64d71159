// A FILE * is a stream of a file of free bytes, which may be read and written.
// options: --function read_number --input in:stream(3)
// exhaustive: false
// left: streams that are null, read and write only, or stand in files of other lengths
// findings: assertion 20
// verdicts: confirmed
// tests: confirmed
#include <assert.h>
#include <stdio.h>

/* The number at the beginning of a line, or a negative one. */
int read_number(FILE *in, FILE *log) {
  int value = 0, c = fgetc(in);
  if (c == '#') return -1;
  while (c >= '0' && c <= '9') {
    value = value * 10 + (c - '0');
    c = fgetc(in);
  }
  if (value > 100) fprintf(log, "%d is large\n", value);
  assert(value != 417);
  return c == '\n' ? value : -2;
}
