// A run that takes longer than a test may: it is made again with more time before it is judged.
// options: --stdin 1 --all-paths --test-time 1
// paths: 2
// exhaustive: true
// findings: none
// tests: confirmed
#include <stdio.h>
#include <unistd.h>

int main(void) {
  if (getchar() == 'x') {
    sleep(2);
  }
  return 0;
}
