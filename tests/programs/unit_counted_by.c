// Members of structures that say how many elements another one has, or leads to.
// options: --function total
// findings: out-of-bounds 30
// unusual: null-dereference 22, null-dereference 24, null-dereference 25, null-dereference 30
// verdicts: confirmed
// tests: confirmed
#define COUNTED_BY(member) __attribute__((__counted_by__(member)))

struct samples {
  unsigned char how_many;
  int values[] COUNTED_BY(how_many);
};

struct text {
  int used;
  char *bytes COUNTED_BY(used);
  struct text *next;
};

int total(const struct samples *samples, const struct text *text) {
  int sum = 0;
  for (int at = 0; at < samples->how_many; at++)
    sum ^= samples->values[at];
  for (int at = 0; at < text->used; at++)
    sum ^= text->bytes[at];
  if (text->next == 0)
    return sum;
  if (text->next->used == 2)
    // One behind the last.
    return text->next->bytes[2];
  return sum;
}

// unit: int result = total(samples, &text);
