// Values of variables that the program never gives them: of those that nothing stores to, of those that only constants
// are stored to, and of numbers that say how much of an array is used.
// options: --function look --free-globals
// exhaustive: true
// findings: out-of-bounds 43
// unusual: division-by-zero 33, division-by-zero 35, out-of-bounds 38
// verdicts: confirmed
// tests: confirmed
// branches: all
int limit = 10;
static int mode;
static int table[4];
static unsigned count;

void use(int fast) {
  mode = fast ? 2 : 1;
}

void push(int value) {
  if (count < 4)
    table[count++] = value;
}

static int first(const int *values) {
  return values[0];
}

int look(int value) {
  int sum = first(table);
  if (mode == 2)
    return sum;
  if (limit == 0)
    return value / limit;
  if (mode == 7)
    return value / (mode - 7);
  if (value == 1) {
    for (unsigned at = 0; at < count; at++)
      sum ^= table[at];
    return sum;
  }
  if (value == 2)
    // Nothing asks whether there is room.
    return table[count];
  return 0;
}

// unit: count = 5;
