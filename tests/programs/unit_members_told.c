// What is said of `b->data` holds for each of the structures that `b` leads to, however many these are.
// options: --function put --input b:nonnull --input b->data:nonnull --input b->data:bytes(b->cap) --input b->grow:grow_it --assume b->used<=b->cap
// findings: none
// verdicts: confirmed
// tests: confirmed
#include <stdlib.h>
struct buffer {
  unsigned char *data;
  size_t used, cap;
  int (*grow)(struct buffer *, size_t);
};
int grow_it(struct buffer *b, size_t size) {
  unsigned char *data = realloc(b->data, size);
  if (!data)
    return -1;
  b->data = data;
  b->cap = size;
  return 0;
}
int put(struct buffer *b, unsigned char c) {
  if (b->used == b->cap) {
    if (!b->grow || b->grow(b, b->cap + 2))
      return -1;
  }
  b->data[b->used++] = c;
  return 0;
}
