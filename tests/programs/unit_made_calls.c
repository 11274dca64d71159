// Arguments that functions of the program make which are found by their types and names, and calls of others that go
// on making them: raw memory would be a queue that no call leads to. One that could not be made is not passed on.
// options: --function queue_front --input queue:calls(2) --input copy:calls(0)
// exhaustive: false
// findings: out-of-bounds 64, assertion 65
// unusual: out-of-bounds 51
// verdicts: confirmed
// tests: confirmed
#include <assert.h>
#include <stdlib.h>

struct queue {
  int *items;
  size_t first, count, room;
};

int queue_init(struct queue *queue, size_t room) {
  if (room == 0 || room > 3)
    return -1;
  queue->items = calloc(room, sizeof *queue->items);
  if (queue->items == NULL)
    return -1;
  queue->first = queue->count = 0;
  queue->room = room;
  return 0;
}

int queue_create(struct queue **queue) {
  *queue = malloc(sizeof **queue);
  return *queue ? queue_init(*queue, 2) : -1;
}

/* Fails where there is no room, as it may: the queue is as good as before. */
int queue_put(struct queue *queue, int item) {
  if (queue->count == queue->room)
    return -1;
  queue->items[(queue->first + queue->count++) % queue->room] = item;
  return 0;
}

/* Forgets that the first one may be the last place. */
void queue_skip(struct queue *queue) {
  if (queue->count == 0)
    return;
  queue->first++;
  queue->count--;
}

/* Who calls it sees to `at`: what comes of that is no error of the function under test. */
void queue_set(struct queue *queue, unsigned at, int item) {
  queue->items[at] = item;
}

void queue_free(struct queue *queue) {
  free(queue->items);
}

/* Raw memory only makes this fail. */
int queue_front(struct queue *queue, const struct queue *copy) {
  if (copy->room == 0)
    abort();
  if (copy->count != 0)
    return -1;
  int front = queue->items[queue->first];
  assert(front != 42 || queue->count == 0);
  return front;
}

// unit: int result = made_queue_front(1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0);
