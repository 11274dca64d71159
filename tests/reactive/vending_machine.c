// A vending machine: coins, a choice, change. Five returned coins in a row without a sale confuse it.
// findings: assertion 34
// verdicts: confirmed
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int credit, stock = 3, returned;

int main(void) {
  for (;;) {
    switch (__VERIFIER_nondet_int()) {
    case 1:
      credit += 50;
      break;
    case 2:
      credit += 100;
      break;
    case 3:
      if (credit >= 150 && stock > 0) {
        credit -= 150;
        stock--;
        returned = 0;
      }
      break;
    case 4:
      if (credit > 0) {
        credit = 0;
        returned++;
      }
      break;
    case 5:
      stock = 3;
    }
    assert(returned < 5 || credit != 200);
  }
}
