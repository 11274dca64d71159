// A remainder of a negative number is below the first element, however many there are.
// options: --function find --all-paths
// findings: out-of-bounds 13
// tests: confirmed
struct table {
  int *slots;
  int size;
};

int find(struct table *t, int hash, int key) {
  if (!t || !t->slots || t->size <= 0)
    return -1;
  int found = t->slots[hash % t->size];
  return found == key;
}
