/* Ends with status 42 where it has no arguments; with one, it makes an error that everybody sees. */
#include <stdlib.h>
int main(int argc, char **argv) {
  volatile char *text = malloc(4);
  (void)argv;
  if (argc > 1) {
    text[argc + 2] = text[argc + 3];
    abort();
  }
  free((void *)text);
  return 42;
}
