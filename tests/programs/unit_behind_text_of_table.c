// An address that is read out of a table with entries at free places: behind the end of the text that it leads into is an error
// of that text.
// options: --function next
// findings: null-dereference 16, out-of-bounds 16
// unusual: null-dereference 13, null-dereference 14, null-dereference 16
// tests: confirmed
struct set {
  unsigned long table[4];
  const char *rest;
};

int next(const char *separators, struct set *set) {
  set->table[0] = set->table[1] = set->table[2] = set->table[3] = 0;
  if (*separators)
    set->table[*(const unsigned char *)separators >> 6] |= 1ul << (*separators & 0x3f);
  return set->rest[1];
}
