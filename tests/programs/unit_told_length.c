// The user says which number is the length of an array: a parameter, or a member beside the pointer. Accesses
// below it are fine, the one behind it is not.
// options: --function check --input values:nonnull --input values:array(k) --input table:nonnull --input table[0].rows:nonnull --input table[0].rows:array(table[0].used) --input memory:nonnull --input memory:bytes(room)
// findings: out-of-bounds 27
// unusual: none
// verdicts: confirmed
// tests: confirmed
#include <string.h>

struct table {
  long *rows;
  unsigned used;
};

int check(const int *values, int k, const struct table *table, void *memory, unsigned char room, unsigned at) {
  long sum = 0;
  for (int i = 0; i < k && at == 0; i++)
    sum += values[i];
  if (at == 1)
    for (unsigned i = 0; i < table->used; i++)
      sum += table->rows[i];
  if (at == 2) {
    memset(memory, 0, room);
    sum += room;
  }
  if (at == 3 && k >= 0)
    sum += values[k];
  return sum == 7;
}
