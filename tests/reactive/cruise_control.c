// A cruise control: on, set, brake, resume. Resume after the brake was pressed twice while it was off
// uses a speed that was never set.
// findings: assertion 42
// verdicts: confirmed
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum mode { OFF, STANDBY, CRUISING, OVERRIDE };
static enum mode mode;
static int set_speed, speed = 30, brakes;

int main(void) {
  while (1) {
    unsigned char event = __VERIFIER_nondet_uchar();
    switch (event) {
    case 'o':
      mode = mode == OFF ? STANDBY : OFF;
      set_speed = 0;
      break;
    case 's':
      if (mode == STANDBY && speed >= 40) {
        mode = CRUISING;
        set_speed = speed;
      }
      break;
    case 'b':
      brakes = mode == OFF ? brakes + 1 : 0;
      if (mode == CRUISING)
        mode = OVERRIDE;
      if (speed > 0)
        speed -= 5;
      break;
    case 'g':
      if (speed < 120)
        speed += 5;
      break;
    case 'r':
      if (mode == OVERRIDE || (mode == STANDBY && brakes == 2))
        mode = CRUISING;
      break;
    }
    assert(mode != CRUISING || set_speed >= 40);
  }
}
