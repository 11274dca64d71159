// A pointer to data that is called, as a tagged value has one: that it is null, or leads to data, is for unusual inputs.
// options: --function node_eval --all-paths
// findings: none
// unusual: invalid-pointer 18, null-dereference 15, null-dereference 16, null-dereference 18
// tests: confirmed
struct node {
  int type;
  union {
    double value;
    const double *bound;
    const void *function;
  };
};
double node_eval(const struct node *e) {
  if (e->type == 1)
    return *e->bound;
  if (e->type == 8)
    return ((double (*)(void))e->function)();
  return e->value;
}
