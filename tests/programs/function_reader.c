// A function under test may read standard input, files and the environment, ask for inputs, and use
// globals that a constructor has set; main is not run.
// options: --function scan --stdin 2 --file data=2 --env MODE=sym:1
// findings: assertion 35
// verdicts: confirmed
// tests: confirmed
#include <stdio.h>
#include <stdlib.h>
#include <wayfarer.h>

static int limit;

__attribute__((constructor)) static void set(void) { limit = 3; }

int scan(int channel) {
  if (channel == 0)
    return getchar() == 'x' ? 1 : 2;
  if (channel == 1) {
    FILE *file = fopen("data", "rb");
    if (!file)
      return 3;
    int c = fgetc(file);
    fclose(file);
    return c == 'y' ? 4 : 5;
  }
  if (channel == 2) {
    const char *mode = getenv("MODE");
    return mode && mode[0] == 'z' ? 6 : 7;
  }
  if (channel != limit)
    return 8;
  int asked = wf_int("asked");
  if (asked < 0)
    exit(9);
  wf_assert(asked != 1000);
  return 0;
}

int main(void) { return 77; }
