// A part of a program can be tested: what is declared only ends the paths that need it. A `FILE *` is a stream, or null,
// for which the function asks.
// options: --function convert
// exhaustive: false
// findings: none
// tests: confirmed
#include <stdio.h>

extern int elsewhere(int);
extern int counter;

int convert(int value, FILE *log) {
  if (value == 5)
    return elsewhere(value);
  if (value == 6)
    return counter;
  if (log)
    fprintf(log, "%d\n", value);
  return value > 100 ? 100 : value < -9 ? 1 : 2;
}

// unit_without: 2
