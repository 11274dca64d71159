// Who calls a function that asks for the distance of two pointers passes such that lead into one object: a wrong access behind
// the distance of others is one for unusual inputs, what else is wrong there is not.
// options: --function put
// exhaustive: false
// findings: out-of-bounds 17, division-by-zero 21
// unusual: null-dereference 20, out-of-bounds 20
// verdicts: confirmed
// tests: confirmed
struct buffer {
  char *start, *here, *there;
};

static int table[4];

int put(struct buffer *buffer, int byte) {
  if (!buffer)
    return table[byte];
  if (buffer->there - buffer->here < 5)
    return 0;
  buffer->here[4] = (char)byte;
  return 100 / byte;
}
