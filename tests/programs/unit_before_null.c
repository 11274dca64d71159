// What is before a null pointer is excluded as what is behind it: neither is asked for.
// options: --function header_kind
// findings: out-of-bounds 11
// unusual: invalid-pointer 11
// verdicts: confirmed
struct header {
  int kind;
};

int header_kind(const struct header *behind) {
  return behind[-1].kind;
}
