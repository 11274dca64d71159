// Raw memory for an object that functions of the program make: an error that calls do not lead to is for unusual inputs, one
// that they lead to is found with them.
// options: --function queue_last --time 30
// findings: none
// unusual: null-dereference 32, out-of-bounds 32
// by_calls: invalid-pointer 32
// verdicts: confirmed
#include <stdlib.h>

struct queue {
  int *items;
  int capacity, count;
};

void queue_init(struct queue *queue) {
  *queue = (struct queue){NULL, 0, 0};
}

int queue_push(struct queue *queue, int item) {
  if (queue->count == queue->capacity) {
    int capacity = queue->capacity ? queue->capacity * 2 : 4;
    int *items = realloc(queue->items, capacity * sizeof *items);
    if (!items) return -1;
    queue->items = items;
    queue->capacity = capacity;
  }
  queue->items[queue->count++] = item;
  return 0;
}

int queue_last(struct queue *queue) {
  return queue->items[queue->count - 1];
}
