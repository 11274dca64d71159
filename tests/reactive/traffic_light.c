// Two traffic lights with a request each, timers of ten ticks, and a fault: a request during the last
// tick of amber turns the other light green at once.
// findings: assertion 39
// verdicts: confirmed
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

enum colour { RED, GREEN, AMBER };
static enum colour north = GREEN, east = RED;
static int ticks;

static void change(_Bool request) {
  ticks++;
  if (north == GREEN && ticks >= 10 && request) {
    north = AMBER;
    ticks = 0;
  } else if (north == AMBER && ticks == 3) {
    if (request)
      east = GREEN;
    else
      north = RED;
    ticks = 0;
  } else if (north == RED && east == RED) {
    east = GREEN;
    ticks = 0;
  } else if (east == GREEN && ticks >= 10 && request) {
    east = AMBER;
    ticks = 0;
  } else if (east == AMBER && ticks == 3) {
    east = RED;
    north = GREEN;
    ticks = 0;
  }
}

int main(void) {
  while (1) {
    change(__VERIFIER_nondet_bool());
    assert(north == RED || east == RED);
  }
}
