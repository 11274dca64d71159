#include <stdlib.h>

int narrow(int x);
int wide(int x);
int in_assembler(int x);
int in_cpp(int x);

int main(int argc, char **argv) {
  int x = argc < 2 ? 0 : argv[1][0];
  if (narrow(x) == 65)
    abort();
  if (wide(x) == 66 * 256)
    abort();
  return argc > 5 ? in_assembler(x) + in_cpp(x) : 0;
}
