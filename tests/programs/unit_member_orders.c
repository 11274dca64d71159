// The place that another is taken from is no further than that, whatever it is called; the end of all is behind that of a part; and a
// beginning that is never null has an end as others have.
// options: --function take --input queue[0].start:nonnull --input out:nonnull --input queue:nonnull
// findings: none
// tests: confirmed
// branches: 11 of 12
#include <string.h>

struct queue {
  char *start;
  char *head, *tail; /* Written to at the head. */
  char *limit;
};

/* Nothing is compared with the end of it. */
struct raw {
  char *start, *end, *last;
};

struct out {
  struct raw raw;
  char *start, *data_end, *limit;
};

static char room[64];

unsigned long take(struct queue *queue, struct out *out) {
  unsigned long count = (unsigned long)(queue->head - queue->tail);
  if (queue->head == queue->limit && count < sizeof room)
    memcpy(room, queue->tail, count);
  if (out->raw.last - out->raw.start > 1)
    out->raw.start[1] = 'a';
  if (out->start && out->data_end < out->limit)
    *out->data_end++ = room[0];
  return count > 1 ? count : 0;
}
