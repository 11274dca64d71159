// What is proved is proved where the assumptions hold, and the summary says which they are.
// options: --function quotient --assume divisor>0
// exhaustive: true
// findings: none
// tests: confirmed
// written: "divisor>0"
int quotient(int dividend, int divisor) {
  if (divisor == 1)
    return dividend;
  return dividend / divisor;
}
