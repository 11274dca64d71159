// A count behind a text says nothing of its length; a length does.
// options: --function repeat --input text:nonnull --string-length 3
// findings: none
// unusual: none
// tests: confirmed
// branches: 9 of 10
// unit: int result = repeat("a", 2);
int repeat(const char *text, int count) {
  int sum = 0;
  for (int i = 0; i < count && i < 2; i++)
    for (const char *c = text; *c; c++)
      sum += *c == 'a';
  if (sum == 2 && text[1] == 0)
    return 1;
  return 0;
}
