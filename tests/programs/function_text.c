// A `char *` is null or points to --pointer-elements bytes that need not end in a zero.
// options: --function length --pointer-elements 3
// paths: 5
// findings: null-dereference 10, out-of-bounds 10
// verdicts: confirmed
// tests: confirmed
unsigned long length(const char *text) {
  unsigned long count = 0;
  for (;;) {
    if (text[count] == 0)
      return count;
    count++;
  }
}
