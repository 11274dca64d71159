// A list is as long as pointers are followed (--pointer-depth 3, one of them the argument): its end
// is not expected here.
// options: --function fourth_value
// paths: 2
// findings: null-dereference 19
// verdicts: confirmed
// tests: confirmed
struct node {
  struct node *next;
  int value;
};

int fourth_value(const struct node *list) {
  if (list->value != 7)
    return 0;
  list = list->next;
  list = list->next;
  list = list->next;
  return list->value;
}
