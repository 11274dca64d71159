// Pointers to functions inside of arguments lead to any function, which returns what it likes, or nowhere.
// options: --function apply
// findings: assertion 20, null-dereference 19
// unusual: null-dereference 17
// verdicts: confirmed
// tests: confirmed
// branches: most 75
#include <assert.h>
struct hooks {
  int (*before)(int);
  int level;
};

int apply(const struct hooks *hooks, int value) {
  if (value < 0)
    return 0;
  if (hooks->level == 5)
    return hooks->before != 0 ? 1 :
           hooks->before(value);
  assert(hooks->level != 6 || hooks->before == 0 || hooks->before(value) != 77);
  return hooks->before ? hooks->before(value) : value;
}
