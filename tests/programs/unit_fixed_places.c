// Places that the code fixes, and such as a number beside the pointer keeps within the array, are what callers see to. Others
// are not.
// options: --function read_entry --input base:nonnull --input header:nonnull --input table:nonnull
// findings: out-of-bounds 23
// unusual: out-of-bounds 15, out-of-bounds 17, out-of-bounds 19, out-of-bounds 21, null-dereference 19, null-dereference 21, null-dereference 23
// verdicts: confirmed
// tests: confirmed
struct table {
  int *rows;
  unsigned used;
};

long read_entry(const unsigned char *base, unsigned char key, const short *header, struct table *table, unsigned at) {
  if (at == 0)
    return base[(key << 2) & 127];
  if (at == 1)
    return header[12];
  if (at == 2 && table->used > 0)
    return table->rows[table->used - 1];
  if (at > 5 && table->used >= 2 && at <= table->used - 2)
    return table->rows[at + 1];
  if (at == 5)
    return table->rows[table->used];
  return 0;
}
