// A number behind a pointer that is named as one of elements says how many there are; the first two
// functions keep to it, the last looks one behind it.
// options: --function check
// findings: out-of-bounds 24
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

static void clear(char *buffer, size_t size) {
  for (size_t at = 0; at < size; at++)
    buffer[at] = 0;
}

static int sum(const short *values, int count) {
  int total = 0;
  for (int at = 0; at < count; at++)
    total += values[at];
  return total;
}

static int ascending(const short *values, int count) {
  /* The last one has no successor. */
  for (int at = 0; at < count; at++)
    if (values[at] > values[at + 1])
      return 0;
  return 1;
}

int check(char *buffer, size_t size, const short *values, int count) {
  if (buffer == NULL || values == NULL)
    return 0;
  clear(buffer, size);
  if (sum(values, count) != 100)
    return 1;
  return ascending(values, count);
}
