#include HEADER
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == CHOSEN)
    abort();
  return sizeof WORDS;
}
