// A pointer that is named as the end of the array before it leads behind its last element, however many there are: texts need
// no zero then, and a read at the end is an error.
// options: --function number
// findings: out-of-bounds 25
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

static int value(int digit, const int *table, const int *table_end) {
  for (const int *at = table; at != table_end; at++)
    if (*at == digit)
      return (int)(at - table);
  return -1;
}

int number(const char *text, const char *end, const int *table, const int *table_end) {
  int sum = 0;
  while (text < end && *text >= '0' && *text <= '9')
    sum = sum * 10 + (*text++ - '0');
  if (table != NULL && value(sum, table, table_end) == 2) return -1;
  if (text == end) return sum;
  if (*text == '.') {
    text++;
    /* The text may end here. */
    return *text == '0' ? sum : -2;
  }
  return -3;
}

// unit: int result = number(text + 1, text + 1, &table, &table + 1);
