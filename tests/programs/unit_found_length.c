// A number that the code compares accesses with is the length of the array, whatever it is called: what goes
// wrong only where the array is shorter is for unusual inputs. Reading one element more is not.
// options: --function check --input values:nonnull --input words:nonnull --input table:nonnull --input table[0].rows:nonnull --no-plain-values
// findings: out-of-bounds 25
// unusual: out-of-bounds 17, out-of-bounds 26, out-of-bounds 28, out-of-bounds 30
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

struct table {
  long *rows;
  unsigned used;
};

static int from_end(const short *word, const short *end) {
  int sum = 0;
  for (; word != end; word++) sum += *word;
  return sum;
}

int check(const int *values, int k, const short *words, unsigned long w, const struct table *table, unsigned at) {
  long sum = 0;
  for (int i = 0; i <= k && at == 0; i++)
    /* One too many. */
    sum += values[i];
  for (int i = 0; i < k && at == 1; i++) sum += values[i];
  if (at >= 10 && at < k)
    sum += values[at];
  if (at == 2)
    for (unsigned i = 0; i < table->used; i++) sum += table->rows[i];
  if (at == 3)
    sum += from_end(words, words + w);
  return sum == 7;
}
