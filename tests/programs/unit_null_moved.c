// A null pointer with an offset that inputs decide: the code takes for granted that it is none, and it is one error,
// also where the sum is no addition any more, as the offset fits between two objects.
// options: --function look --pointer-elements 2048
// findings: none
// unusual: null-dereference 14, null-dereference 15
// paths: 3
// verdicts: confirmed
// tests: confirmed
struct table {
  const unsigned char *memory;
};

unsigned look(const struct table *table, unsigned hash) {
  const unsigned char *at = table->memory + ((hash << 3) & 2047);
  return at[7];
}
