// Unions and bit-fields are free as bytes, members beside them by type; a flexible array member has
// elements behind it, as many as --pointer-elements says. No pointer is expected to be null.
// options: --function parse
// findings: out-of-bounds 39
// unusual: null-dereference 25, null-dereference 30
// verdicts: confirmed
// tests: confirmed
struct packet {
  unsigned version : 3;
  unsigned urgent : 1;
  _Bool sealed;
  union {
    int number;
    unsigned char bytes[4];
  } id;
  struct {
    char *name;
  };
  unsigned short count;
  short values[];
};

int parse(const struct packet *packet) {
  int total = 0;
  if (packet->version != 5 || !packet->urgent)
    return -1;
  if (packet->sealed) {
    if (packet->id.bytes[3] != 0x7f)
      return -2;
    if (packet->name[0] != '#')
      return -3;
  }
  if (packet->count > 5)
    return -4;
  for (int i = 0; i < packet->count; i++) {
    if (packet->values[2] != 9)
      return -5;
    total += 1;
    total += packet->values[i];
  }
  return total;
}

// unit: *packet = (struct packet){.version = 5, .urgent = 1, .count = 1};
// unit: packet->values[2] = 9;
