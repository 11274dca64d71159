// A ring of five processes: who has the token may enter, and passes it on. Process 3 forgets to leave
// if it is asked to pass the token on while it is inside.
// findings: assertion 33
// verdicts: confirmed
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define PROCESSES 5
enum { IDLE, WAITING, INSIDE };
static int state[PROCESSES], token;

static void step(int process) {
  switch (state[process]) {
  case IDLE:
    state[process] = WAITING;
    break;
  case WAITING:
    if (token == process)
      state[process] = INSIDE;
    break;
  case INSIDE:
    if (process != 3)
      state[process] = IDLE;
    token = (process + 1) % PROCESSES;
    break;
  }
}

static void check(void) {
  int inside = 0;
  for (int i = 0; i < PROCESSES; i++)
    inside += state[i] == INSIDE;
  assert(inside < 2);
}

int main(void) {
  while (1) {
    int process = __VERIFIER_nondet_int();
    if (process >= 0 && process < PROCESSES)
      step(process);
    else if (token >= 0 && state[token] == IDLE)
      token = (token + 1) % PROCESSES;
    check();
  }
}
