// A static function under test whose callee reads past an array behind the pointer it is given.
// options: --function look
// paths: 8
// exhaustive: false
// findings: out-of-bounds 17
// unusual: null-dereference 16
// verdicts: confirmed
// tests: confirmed
struct item {
  int kind;
  unsigned char data[8];
};

/* The fourth item is the last: beyond its data there is nothing. */
static int pick(const struct item *item, int index) {
  if (item->kind == 3)
    return item->data[index];
  return 0;
}

static int look(struct item *items, int index, short shift, _Bool shifted) {
  if (index < 0 || index > 40)
    return -1;
  if (!shifted)
    return 5;
  if (shift < -100)
    return 2;
  return pick(&items[3], index);
}
