// A pool that hands out objects and takes them back: one that was used four times is freed, but its
// handle stays.
// findings: use-after-free 31
// verdicts: confirmed
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int *handles[3], spent[3];

int main(void) {
  while (1) {
    int which = __VERIFIER_nondet_int();
    if (which < 0 || which > 2)
      continue;
    switch (__VERIFIER_nondet_int()) {
    case 1:
      if (!handles[which] && !spent[which]) {
        handles[which] = malloc(sizeof(int));
        if (!handles[which])
          return 1;
        *handles[which] = 0;
      }
      break;
    case 2:
      if (!spent[which])
        free(handles[which]);
      handles[which] = 0;
      break;
    case 3:
      if (handles[which]) {
        int uses = *handles[which] + 1;
        *handles[which] = uses;
        if (uses == 4) {
          free(handles[which]);
          spent[which] = 1;
        }
      }
    }
  }
}
