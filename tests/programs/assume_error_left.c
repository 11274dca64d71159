// An error behind an assumption is told as if nobody had stated one.
// options: --function divide --assume n>=0&&n<10
// paths: 2
// exhaustive: true
// findings: division-by-zero 9
// verdicts: confirmed
// tests: confirmed
int divide(int n) {
  return 100 / (n - 7);
}
