// Comparators: what is read through a pointer to void tells what it leads to, strings behind pointers, and numbers.
// options: --function compare
// findings: none
// unusual: null-dereference 16, null-dereference 18, null-dereference 20, null-dereference 20, null-dereference 20, null-dereference 20
// verdicts: confirmed
// tests: confirmed
#include <string.h>

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int compare(const void *a, const void *b, const void *limit, const void *key) {
  if (a == b)
    return 0;
  if (*(const int *)limit == 7)
    return 7;
  if (strcmp(key, "by") == 0)
    return 8;
  return strcmp(*(char *const *)a, *(char *const *)b) < 0 ? -1 : by_name(a, b) > 0;
}

// unit: char *b[4] = {b_0};
// unit: int limit[4] = {0};
