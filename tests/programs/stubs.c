// With --stub-undefined, functions that are only declared return anything, natively too.
// options: --stub-undefined
// paths: 6
// findings: division-by-zero 18
// verdicts: confirmed
// tests: confirmed
// branches: all
extern int level(void);
extern double ratio(int);
extern void note(const char *);

int main(void) {
  int first = level();
  note("first");
  if (first == 3 && ratio(first) < -1.5)
    return 1;
  if (level() == first + 5)
    return 10 / (first - 7);
  return 0;
}
