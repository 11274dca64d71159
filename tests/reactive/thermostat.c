// A thermostat with hysteresis: the heater must not run longer than thirty steps.
// findings: assertion 20
// verdicts: confirmed
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  int temperature = 20, heating = 0, since = 0;
  while (1) {
    char outside = __VERIFIER_nondet_char();
    if (outside > 0)
      temperature++;
    else
      temperature--;
    if (temperature < 18 && !heating)
      heating = 1, since = 0;
    if (temperature > 22)
      heating = 0;
    since += heating;
    assert(since < 30);
    if (temperature < 0)
      temperature = 0;
  }
}
