// What the user says of pointers: a buffer of its size, an array, a node that is there.
// options: --function fill --input buffer:bytes(16) --input numbers:array(3) --input list:nonnull --input list->next:nonnull
// findings: out-of-bounds 16, out-of-bounds 22
// unusual: null-dereference 16, null-dereference 22
// verdicts: confirmed
// tests: confirmed
struct node {
  struct node *next;
  int value;
};

int fill(char *buffer, const int *numbers, const struct node *list, unsigned at) {
  if (list->value != 7 || list->next->value != 8)
    return 0;
  if (at <= 16)
    buffer[at] = 'x';
  if (at == 15)
    return 1;
  /* The fourth number. */
  if (at != 2)
    return 2;
  return numbers[at + (list->next->value == 8)];
}
