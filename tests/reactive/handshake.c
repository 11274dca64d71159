// Sender and receiver with an alternating bit over a channel that loses frames: a repeated frame is
// taken for a new one after its acknowledgement was lost twice.
// findings: assertion 46
// verdicts: confirmed
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int sending, sent_bit, expected_bit, delivered, lost;
static int frame = -1, acknowledgement = -1;

int main(void) {
  while (1) {
    switch (__VERIFIER_nondet_int()) {
    case 1: // the sender sends, for the first time or again
      sending = sending || acknowledgement < 0;
      if (sending)
        frame = sent_bit;
      break;
    case 2: // the frame arrives
      if (frame >= 0) {
        if (frame == expected_bit || lost == 2) {
          delivered++;
          expected_bit = 1 - frame;
          lost = 0;
        }
        acknowledgement = frame;
        frame = -1;
      }
      break;
    case 3: // the acknowledgement arrives
      if (acknowledgement == sent_bit) {
        sending = 0;
        sent_bit = 1 - sent_bit;
        acknowledgement = -1;
        delivered--;
      }
      break;
    case 4: // the acknowledgement is lost
      if (acknowledgement >= 0) {
        acknowledgement = -1;
        lost++;
      }
      break;
    }
    // Nothing is delivered twice.
    assert(delivered < 2);
  }
}
