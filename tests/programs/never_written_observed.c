// What only the native run shows on a path that depends on memory that the program itself never wrote is a finding like others.
// options: --stdin 1
// findings: double-free 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Leaves addresses of freed memory on the stack.
static void before(void) {
  void *volatile old[16];
  for (int i = 0; i < 16; i++) old[i] = malloc(8);
  for (int i = 0; i < 16; i++) free(old[i]);
}

static void drop(int count) {
  void *all[12];
  for (int i = 0; i < count && i < 12; i++)
    all[i] = malloc(4);
  free(all[0]);
}

int main(void) {
  int first = getchar();
  before();
  drop(first == 'a' ? 1 : 0);
  return 0;
}
