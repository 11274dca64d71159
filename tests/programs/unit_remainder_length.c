// An element whose number is a remainder of a division by a number: that is how many there are.
// options: --function find --all-paths
// findings: none
// unusual: null-dereference 14, out-of-bounds 14
// tests: confirmed
struct table {
  int *slots;
  unsigned size;
};

int find(struct table *t, unsigned hash, int key) {
  if (!t || !t->size)
    return -1;
  int found = t->slots[hash % t->size];
  return found == key;
}
