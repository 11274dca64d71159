// Numbers that are atomic where a parameter points, in a file of their own type.
// options: --function take
// findings: none
// tests: confirmed
#include <stdatomic.h>
#include <stddef.h>
struct counter {
  atomic_int number;
};
int take(_Atomic int *number, struct counter *counter) {
  if (number != NULL && atomic_load(number) == 4)
    return 1;
  if (counter != NULL && counter->number == 7)
    return 2;
  return 0;
}
// unit: _Atomic int number[4] = {4};
