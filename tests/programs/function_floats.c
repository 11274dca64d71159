// Floating-point arguments of every size, and one in memory.
// options: --function judge
// paths: 6
// exhaustive: false
// findings: none
// unusual: null-dereference 16
// tests: confirmed
// branches: all
int judge(float a, double b, long double c, const double *d) {
  if (!(a > 1.5f))
    return 0;
  if (!(b < -2.25))
    return 1;
  if (c != 3.0L)
    return 2;
  if (d[1] * 2 == 9)
    return 3;
  return 4;
}
