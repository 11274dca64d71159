// A function that opens what another one has begun is called behind that, and begins nothing itself: first of all it looks
// at what is there.
// options: --function box_use --input box:calls(2)
// exhaustive: false
// findings: assertion 39
// verdicts: confirmed
// tests: confirmed
#include <assert.h>
#include <string.h>

struct box {
  int *items;
  int room, opened;
};

static int items[4];

int box_initialize(struct box *box) {
  assert(box);
  memset(box, 0, sizeof *box);
  return 1;
}

int box_open(struct box *box) {
  int all[4] = {1, 2, 3, 4};
  assert(!box->opened);
  memcpy(items, all, sizeof items);
  box->items = items;
  box->room = 4;
  box->opened = 1;
  return 1;
}

int box_use(struct box *box) {
  if (!box->opened)
    return 0;
  box->items[box->room - 1]++;
  // Nobody closes it.
  assert(box->items[3] != 5);
  return 1;
}
