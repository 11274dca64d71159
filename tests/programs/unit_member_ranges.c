// Members of a structure that the program compares as pointers into one array are such, in order: what lies between two of them
// is there, what lies behind the last is not.
// options: --function put
// findings: out-of-bounds 42
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>
#include <string.h>

struct writer {
  int is_open;
  struct {
    char *start;
    char *end;
    char *pointer;
    char *last;
  } buffer;
};

/* What is there and not yet read goes to the front. */
static void compact(struct writer *writer) {
  size_t left = (size_t)(writer->buffer.last - writer->buffer.pointer);
  if (writer->buffer.pointer == writer->buffer.start)
    return;
  memmove(writer->buffer.start, writer->buffer.pointer, left);
  writer->buffer.pointer = writer->buffer.start;
  writer->buffer.last = writer->buffer.start + left;
}

int put(struct writer *writer, char byte) {
  if (!writer || !writer->buffer.start)
    return -1;
  if (!writer->is_open) {
    compact(writer);
    if (writer->buffer.end - writer->buffer.last < 2)
      return 0;
    writer->buffer.last[1] = byte;
    return 2;
  }
  /* One too many. */
  if (writer->buffer.last <= writer->buffer.end)
    *writer->buffer.last++ = byte;
  return 1;
}
