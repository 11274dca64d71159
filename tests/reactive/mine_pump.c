// A mine pump: it must not run while there is methane. The controller looks at the alarm only when the
// water is high, so that methane that comes while it pumps is not seen.
// findings: assertion 32
// verdicts: confirmed
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int water = 1, methane, pump, system_on = 1;

static void environment(void) {
  if (__VERIFIER_nondet_int() && water < 4)
    water++;
  if (__VERIFIER_nondet_int())
    methane = !methane;
  if (pump && water > 0)
    water--;
}

static void controller(void) {
  if (!system_on)
    pump = 0;
  else if (!pump && water >= 3 && !methane)
    pump = 1;
  else if (pump && water == 0)
    pump = 0;
}

int main(void) {
  while (1) {
    environment();
    controller();
    assert(!(pump && methane && water == 2));
    if (__VERIFIER_nondet_int())
      system_on = !system_on;
  }
}
