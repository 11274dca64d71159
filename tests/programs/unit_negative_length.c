// A negative length says nothing of the array: where functions take one, it stands for "until the end".
// options: --function sum_of
// findings: none
// unusual: null-dereference 13
// verdicts: confirmed
// tests: confirmed
// branches: all
int sum_of(const int *values, int count) {
  int sum = 0;
  if (count < 0)
    count = 2;
  for (int at = 0; at < count; at++)
    sum ^= values[at];
  return sum == 7;
}
