// Where standard input is a pipe, an attempt to go elsewhere in it fails, and what was given back is gone all the same.
// options: --stdin 2
// findings: none
// tests: confirmed
#include <stdio.h>

int main(void) {
  if (getchar() != 'h')
    return 1;
  ungetc('x', stdin);
  if (fseek(stdin, 0, 99) == 0 || getchar() != 'x')
    return 2;
  ungetc('x', stdin);
  if (ftell(stdin) >= 0 || getchar() != 'x')
    return 3;
  ungetc('x', stdin);
  if (fseek(stdin, 0, SEEK_CUR) == 0)
    return 4;
  return getchar() == EOF ? 5 : 6;
}
