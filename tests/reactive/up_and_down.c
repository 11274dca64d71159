// A level that goes up and down and stays within bounds; twelve steps up in excess of those down.
// findings: assertion 19
// verdicts: confirmed
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int level = 0;
  for (;;) {
    switch (__VERIFIER_nondet_int()) {
    case 1:
      level++;
      break;
    case 2:
      if (level > 0)
        level--;
      break;
    }
    assert(level < 12);
  }
}
