// A list is as long as references are followed (--heap-depth): its end is expected nowhere here.
// options: --function fourth_value --heap-depth 3
// paths: 11
// findings: none
// unusual: null-dereference 14, null-dereference 17, null-dereference 18, null-dereference 19
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
