// A server's parser of nested requests: brackets up to a depth of nine, the table holds eight.
// options: --stdin 300
// findings: out-of-bounds 23
// verdicts: confirmed
#include <stdio.h>

static int opened[8];

int main(void) {
  int depth = 0, requests = 0;
  while (1) {
    int c = getchar();
    if (c == EOF)
      return requests;
    switch (c) {
    case '\n':
      requests += depth == 0;
      depth = 0;
      break;
    case '(':
      // There are no more than nine levels.
      if (depth < 9)
        opened[depth++] = requests;
      break;
    case ')':
      if (depth > 0)
        depth--;
      break;
    }
  }
}
