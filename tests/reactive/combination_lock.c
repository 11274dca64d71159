// A combination lock: any wrong digit resets it. Seven right ones in a row open it.
// findings: assertion 15
// verdicts: confirmed
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  static const int code[] = {4, 9, 1, 7, 3, 3, 8};
  int right = 0;
  while (1) {
    int digit = __VERIFIER_nondet_int();
    if (digit < 0 || digit > 9)
      continue;
    right = digit == code[right] ? right + 1 : 0;
    assert(right < 7);
  }
}
