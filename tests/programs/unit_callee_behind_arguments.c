// Arguments are computed before a function is called. The sanitizers look at the function first of all: where that is null, too, the
// native run does not show which error comes first, and shows no other one.
// options: --function apply
// findings: division-by-zero 14
// unusual: null-dereference 19
// disagreements: none
struct operation {
  int (*function)(int);
  int value;
};

/* Not for 0. */
static int inverse(int value) {
  return 1000 / value;
}

int apply(const struct operation *operation) {
  if (operation)
    return operation->function(inverse(operation->value));
  return inverse(1);
}
