// Assertions that callers give no null, and nothing in a state that is asked for before all else.
//
// functions: whole, named, small, later, fallen, start, pop, push, swapped, item, room, counted, wrong, kept, flagged
// documented: assertion in whole, 1 time
// documented: assertion in named, 1 time
// documented: assertion in small, 1 time
// confirmed: assertion in later, 1 time
// confirmed: assertion in fallen, 1 time
// documented: assertion in start, 1 time
// documented: assertion in pop, 1 time
// confirmed: assertion in push, 1 time
// documented: assertion in swapped, 1 time
// documented: assertion in item, 1 time
// documented: assertion in room, 1 time
// confirmed: assertion in counted, 1 time
// confirmed: assertion in wrong, 1 time
// confirmed: assertion in kept, 1 time
// documented: assertion in flagged, 1 time

#include <assert.h>

struct box {
  int size;
};

int whole(struct box *box) {
  assert(box);
  return box->size;
}

int named(struct box *box) {
  assert((box != 0) && "a box is needed");
  return box->size;
}

// Both are about what is given.
int small(struct box *box) {
  assert(box);
  assert(box->size != 7);
  return 0;
}

int later(struct box *box, int given) {
  struct box *held = given == 3 ? 0 : box;
  assert(held);
  return 1;
}

struct box *known;

// Null is what callers may give, and something else is wrong.
int fallen(struct box *box) {
  if (!box)
    box = known;
  assert(box);
  return 1;
}

struct queue {
  int *items, *end;
  unsigned size, capacity;
  int (*handler)(void);
};

void start(struct queue *queue, int (*handler)(void)) {
  if (!queue)
    return;
  assert(!queue->handler);
  queue->handler = handler;
}

int pop(struct queue *queue) {
  if (!queue)
    return -1;
  assert(queue->size != 0);
  queue->size--;
  return 0;
}

// Something was done before.
int push(struct queue *queue) {
  if (!queue)
    return -1;
  queue->size++;
  assert(queue->size);
  return 0;
}

// One of those that are given.
int swapped(struct queue *queue, struct queue *other, int way) {
  if (way == 3)
    queue = other;
  if (!queue)
    return -1;
  assert(queue->size);
  return 1;
}

// Several values, none of which the function has made.
int item(struct queue *queue, unsigned number) {
  if (!queue || !queue->items)
    return -1;
  assert(number > 0 && queue->items + number <= queue->end);
  assert(queue->items[0] == 3);
  return (int)number;
}

// A variable of its own is not what others see.
int room(struct queue *queue) {
  struct box boxes[2] = {{0}, {0}};
  if (!queue)
    return boxes[0].size;
  assert(queue->size < queue->capacity);
  queue->size = 0;
  return 0;
}

// What others have made of it is no argument.
int counted(struct queue *queue) {
  if (!queue || !queue->handler)
    return -1;
  int found = queue->handler();
  assert(found != 3);
  return found;
}

// What it says of its own result is no refusal.
int wrong(unsigned n) {
  unsigned squared = n * n;
  assert(squared >= n);
  return squared > 9;
}

int kept(unsigned n) {
  unsigned squared = n * n;
  _Bool right = squared >= n;
  assert(right);
  return squared > 9;
}

int flagged(_Bool ready, int n) {
  assert(ready);
  return n;
}
