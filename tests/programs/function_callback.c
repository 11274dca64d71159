// Pointers to functions inside of arguments are null.
// options: --function apply
// paths: 4
// findings: null-dereference 17
// unusual: null-dereference 16
// verdicts: confirmed
// tests: confirmed
struct hooks {
  int (*before)(int);
  int level;
};

int apply(const struct hooks *hooks, int value) {
  if (value < 0)
    return 0;
  if (hooks->level == 5)
    return hooks->before(value);
  return hooks->before ? hooks->before(value) : value;
}
