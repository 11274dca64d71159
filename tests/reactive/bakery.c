// Two clients take numbers from a dispenser of four digits in binary: the numbers wrap around and both
// are served at once.
// findings: assertion 34
// verdicts: confirmed
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static unsigned next, serving, number[2];
static int waits[2], served[2];

static void client(int who) {
  if (!waits[who] && !served[who]) {
    number[who] = next;
    next = (next + 1) & 15;
    waits[who] = 1;
  } else if (waits[who] && number[who] <= serving) {
    waits[who] = 0;
    served[who] = 1;
  } else if (served[who]) {
    served[who] = 0;
    serving++;
  }
}

int main(void) {
  while (1) {
    int who = __VERIFIER_nondet_int();
    if (who == 0 || who == 1)
      client(who);
    assert(serving < 17);
    if (serving == 16)
      serving = 0;
    // Mutual exclusion.
    assert(!(served[0] && served[1]));
  }
}
