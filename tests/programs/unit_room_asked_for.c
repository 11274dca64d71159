// A number of bytes behind a pointer to a structure, which both go on to a function of the program, to one that is a member, and
// to one of another library: it is no number of structures, as none of these takes it for one; in `sum_all` it is.
// options: --function reserve --stub-undefined --all-paths
// findings: none
// unusual: null-dereference 23, null-dereference 25
// tests: confirmed
#include <stddef.h>

struct buffer {
  size_t length, capacity;
  int (*grow)(struct buffer *, size_t);
};
extern int other_library(struct buffer *b, size_t size);

static int own(struct buffer *b, size_t size) {
  b->capacity = b->length + size;
  return b->capacity < size;
}

int reserve(struct buffer *b, size_t size) {
  if (size > 1000)
    return -1;
  if (b->capacity > b->length && b->capacity - b->length >= size)
    return 0;
  int made = b->length > 7 ? own(b, size) : b->length ? b->grow(b, size) : other_library(b, size);
  return made < 0 ? made : b->length == 5;
}
