// An error that is found for raw memory and for an object made by calls counts.
// options: --function counter_rate --time 30
// findings: division-by-zero 21
// unusual: null-dereference 21, signed-overflow 21
// by_calls: none
// verdicts: confirmed
struct counter {
  int total, calls;
};

void counter_init(struct counter *counter) {
  *counter = (struct counter){0, 0};
}

void counter_add(struct counter *counter, unsigned char value) {
  counter->total += value;
  counter->calls++;
}

int counter_rate(struct counter *counter) {
  return counter->total / counter->calls;
}
