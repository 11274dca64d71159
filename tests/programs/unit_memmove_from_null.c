// A range from the null pointer that is gigabytes long is told as one from there, natively as well.
// options: --function compact
// findings: null-dereference 22
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>
#include <string.h>

struct queue {
  char *head;
  size_t length;
};

static char room[16];

/* What there is from the head on goes to the front. */
long compact(struct queue *queue) {
  if (!queue)
    return -1;
  if (queue->head || queue->length < 1ul << 33)
    return queue->head == room;
  memmove(room, queue->head, queue->length);
  return 1;
}
