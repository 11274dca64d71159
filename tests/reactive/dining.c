// Four philosophers who take the left fork first: all of them may wait for ever.
// findings: assertion 34
// verdicts: confirmed
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

#define SEATS 4
static int fork_of[SEATS] = {-1, -1, -1, -1};
static int held[SEATS];

static void act(unsigned who) {
  unsigned left = who, right = (who + 1) % SEATS;
  if (held[who] == 0 && fork_of[left] < 0) {
    fork_of[left] = (int)who;
    held[who] = 1;
  } else if (held[who] == 1 && fork_of[right] < 0) {
    fork_of[right] = (int)who;
    held[who] = 2;
  } else if (held[who] == 2) {
    fork_of[left] = fork_of[right] = -1;
    held[who] = 0;
  }
}

int main(void) {
  while (1) {
    unsigned who = __VERIFIER_nondet_uint();
    if (who < SEATS)
      act(who);
    int waiting = 0;
    for (int i = 0; i < SEATS; i++)
      waiting += held[i] == 1;
    // A deadlock.
    assert(waiting < SEATS);
  }
}
