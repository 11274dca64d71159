// A `char *` of which it is said that it is bytes need not end in a zero.
// options: --function length --input text:bytes(3)
// paths: 5
// findings: out-of-bounds 11
// unusual: null-dereference 11
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
