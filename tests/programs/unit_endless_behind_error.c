// What an error natively leads to, where nothing checks it, may have no end: such runs are ended, whatever time they have.
// options: --function filled --input words:array(4) --test-time 3000
// findings: out-of-bounds 12
// verdicts: confirmed
// tests: confirmed
unsigned filled(unsigned *words, unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i != n && i != 3; i++)
    sum += words[i];
  if (n != 7)
    return sum;
  sum += words[5];
  for (volatile unsigned i = 0; i != 3; i = i ? 1 : 2)
    sum++;
  return sum;
}
