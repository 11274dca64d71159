// Every way into main: arguments, standard input, a file, the environment, and inputs in the source.
// options: --arg run --args 1x2 --stdin 3 --file data=2 --file fixed=Cargo.toml --env MODE=sym:2
// findings: out-of-bounds 31
// verdicts: confirmed
// tests: confirmed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wayfarer.h>

static int from_file(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file)
    return -1;
  int c = fgetc(file);
  fclose(file);
  return c;
}

int main(int argc, char **argv) {
  if (argc != 3 || strcmp(argv[1], "run") != 0)
    return 1;
  if (strcmp(argv[2], "-x") == 0)
    return from_file("data") == '?' ? 2 : 3;
  if (argv[2][0] == 'e') {
    const char *mode = getenv("MODE");
    return mode && strcmp(mode, "\"?") == 0 ? 4 : 5;
  }
  if (getchar() == 'i' && getchar() == '\n') {
    static int table[4];
    return table[wf_range_int("index", 0, 4)] + 6;
  }
  wf_assume(wf_double("ratio") > 0.5);
  return 7;
}
