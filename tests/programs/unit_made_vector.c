// Calls make the one pointer that an argument leads to: that callers pass no more of them is not known.
// options: --function free_all --input all:calls(2)
// findings: none
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
struct item {
  int number;
};
struct item *item_new(int number) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    exit(1);
  item->number = number;
  return item;
}
void free_all(struct item **all) {
  for (int i = 0; all[i]; i++)
    free(all[i]);
  free(all);
}
