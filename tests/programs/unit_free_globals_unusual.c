// Values of variables that the program may never give them: of those that nothing stores to, of those that only constants
// are stored to, of numbers that say how much of an array is used, and what is computed. What a function is given may
// be anything.
// options: --function look --free-globals
// exhaustive: true
// findings: division-by-zero 37
// unusual: division-by-zero 39, division-by-zero 41, out-of-bounds 44, out-of-bounds 49
// verdicts: confirmed
// tests: confirmed
int limit = 10;
static int mode, divisor = 1;
static int table[4];
static unsigned count;

void use(int fast) {
  mode = fast ? 2 : 1;
}

void divide_by(int by) {
  divisor = by;
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
  if (value == 3)
    return value / divisor;
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
