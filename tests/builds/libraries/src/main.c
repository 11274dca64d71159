#include "clamp.h"
#include "config.h"
#include "parse.h"
#include "scale.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int number = clamp(parse(argv[1]));
  if (scale(number) == LIMIT * 3)
    abort();
  printf("%d\n", number);
  return 0;
}
