// Violations of specifications as targets, each by the name of its specification.
// reach: --spec @/data/violations.spec --target violation:numbers --target violation:signs
//   violation:numbers: reached
//   violation:signs: unreachable
// reach: --spec @/data/violations.spec --direction backward --target violation:signs --target violation:numbers
//   violation:signs: unreachable
//   violation:numbers: open (the entry was reached, with things forgotten on the way)
// reach: --spec @/data/violations.spec --target violation
//   violation: reached
// reach: --spec @/data/violations.spec --target error:specification-violation
//   error:specification-violation: reached
// reach: --spec @/data/violations.spec --target violation:sizes
//   --target violation:sizes: there is no such specification; there are numbers, signs
// reach: --target violation:numbers
//   --target violation:numbers: say which specification with --spec
#include <wayfarer.h>

static int sum;

void put(int n) { sum += n & 7; }

int main(void) {
    int n = wf_int("n");
    if (n >= 0 && n != 7)
        put(n);
    return 0;
}
