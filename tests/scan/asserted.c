// Assertions that callers give no null.
//
// functions: whole, named, small, later, fallen
// documented: assertion in whole, 1 time
// documented: assertion in named, 1 time
// documented: assertion in small, 1 time
// confirmed: assertion in small, 1 time
// confirmed: assertion in later, 1 time
// confirmed: assertion in fallen, 1 time

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

// It says nothing of what else is asserted.
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
