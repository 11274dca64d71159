// Two pointers to numbers may lead to the same number, pointers to different types never do.
// options: --function transfer --pointer-elements 1
// findings: assertion 23
// unusual: null-dereference 14, null-dereference 17, null-dereference 18, null-dereference 20
// verdicts: confirmed
// tests: confirmed
#include <assert.h>

struct account {
  long balance;
};

int transfer(struct account *from, struct account *to, const long *amount, const int *limit) {
  long sum = *amount;
  if (sum <= 0 || sum > 100)
    return 0;
  long before = from->balance;
  if (before < 0 || before > *limit)
    return 1;
  to->balance += sum;
  from->balance -= sum;
  if (from == to)
    assert(*amount == sum && from->balance != 7);
  assert((const long *)limit != amount);
  return 2;
}
