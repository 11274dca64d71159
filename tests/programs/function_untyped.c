// Without debug information nothing is known of what a pointer points to: it is free bytes. Two of
// the eight-byte elements are enough for the first comparison, not for the second.
// options: --function compare --cflags -g0 --pointer-elements 2
// tests: confirmed
// verdicts: confirmed
int compare(const void *a, const int *b) {
  const double *numbers = a;
  if (numbers[1] > 2.5)
    return 1;
  return b[4] == 3;
}
