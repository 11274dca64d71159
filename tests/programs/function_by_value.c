// Structures by value in every way the calling convention has: in integer registers, as a vector of
// floats, mixed, in memory for its size, for its alignment and for being packed, and in memory
// because the registers are used up.
// options: --function sum
// findings: division-by-zero 52
// unusual: null-dereference 39, null-dereference 43, null-dereference 51
// verdicts: confirmed
// tests: confirmed
struct point {
  float x, y;
};
struct text {
  char *start;
  int length;
};
struct mixed {
  long count;
  double weight;
};
struct large {
  int values[6];
  struct point *origin;
};
struct wide {
  long double value;
};
struct __attribute__((packed)) tight {
  char tag;
  long value;
};
struct small {
  char bytes[3];
};

int sum(struct point point, struct text text, struct mixed mixed, struct large large,
        struct wide wide, struct tight tight, struct small small, struct text last) {
  if (point.x != 1.5f || point.y != -2.5f)
    return 0;
  if (text.length != 7 || text.start[2] != 'q')
    return 1;
  if (mixed.count != 123456789012 || mixed.weight != 0.25)
    return 2;
  if (large.values[5] != 42 || large.origin->y != 8)
    return 3;
  if (wide.value != 10.5L)
    return 4;
  if (tight.tag != 't' || tight.value != -5)
    return 5;
  if (small.bytes[2] != 'z')
    return 6;
  if (last.length == 77 && last.start[3] == '!')
    return 100 / (last.length - 77);
  return 7;
}

// unit: struct point point = {.x = 1.5f, .y = -2.5f};
