#include "parse.h"

/* Only with the flags of this file. */
int parse(const char *text) {
  int number = 0;
  while (*text >= '0' && *text <= '9')
    number = number * BASE + (*text++ - '0');
  return number;
}
