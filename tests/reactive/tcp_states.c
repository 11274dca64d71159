// The states of a connection: a reset in TIME_WAIT leaves the peer's close pending, and a second close
// of it is an error.
// findings: assertion 46
// verdicts: confirmed
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

enum state { CLOSED, LISTEN, SYN_RECEIVED, ESTABLISHED, FIN_WAIT_1, FIN_WAIT_2, TIME_WAIT, CLOSE_WAIT };
enum event { OPEN = 10, SYN = 20, ACK = 30, FIN = 40, CLOSE = 50, RESET = 60, TIMEOUT = 70 };

static enum state state;
static int closes_pending;

static void on(enum event event) {
  switch (state) {
  case CLOSED:
    if (event == OPEN)
      state = LISTEN;
    break;
  case LISTEN:
    if (event == SYN)
      state = SYN_RECEIVED;
    break;
  case SYN_RECEIVED:
    state = event == ACK ? ESTABLISHED : event == RESET ? LISTEN : state;
    break;
  case ESTABLISHED:
    state = event == CLOSE ? FIN_WAIT_1 : event == FIN ? CLOSE_WAIT : state;
    break;
  case FIN_WAIT_1:
    state = event == ACK ? FIN_WAIT_2 : state;
    break;
  case FIN_WAIT_2:
    state = event == FIN ? TIME_WAIT : state;
    break;
  case TIME_WAIT:
    if (event == RESET) {
      state = CLOSED;
      closes_pending++;
    } else if (event == TIMEOUT) {
      state = CLOSED;
      closes_pending = 0;
    }
    break;
  case CLOSE_WAIT:
    assert(closes_pending < 1 || event != CLOSE);
    state = event == CLOSE ? CLOSED : state;
    break;
  }
}

int main(void) {
  while (1)
    on(__VERIFIER_nondet_uint());
}
