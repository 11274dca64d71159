// What the declaration says of arrays: there are at least so many elements, and null is not among the arguments.
// options: --function sum_of
// findings: out-of-bounds 13
// unusual: none
// verdicts: confirmed
// tests: confirmed
__attribute__((nonnull(2)))
int sum_of(const int values[static 6], const short *more, int last) {
  int sum = more[0];
  for (int i = 0; i < 6; i++)
    sum += values[i];
  if (last)
    sum += values[6];
  return sum;
}
