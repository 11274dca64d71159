// An elevator of eight floors: it goes where it is called, and must not open its door at the top twice
// without having been at the bottom between.
// findings: assertion 30
// verdicts: confirmed
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define TOP 7
static unsigned char called[TOP + 1];
static int floor_now, direction = 1, opened_at_top;

static int anybody(int from, int to) {
  for (int f = from; f <= to; f++)
    if (called[f])
      return 1;
  return 0;
}

int main(void) {
  while (1) {
    unsigned char button = __VERIFIER_nondet_uchar();
    if (button <= TOP)
      called[button] = 1;
    if (called[floor_now]) {
      called[floor_now] = 0;
      if (floor_now == TOP)
        opened_at_top++;
      if (floor_now == 0)
        opened_at_top = 0;
      assert(opened_at_top < 2);
      continue;
    }
    if (direction > 0 && !anybody(floor_now + 1, TOP))
      direction = -1;
    else if (direction < 0 && (floor_now == 0 || !anybody(0, floor_now - 1)))
      direction = 1;
    if (direction > 0 && anybody(floor_now + 1, TOP))
      floor_now++;
    else if (direction < 0 && floor_now > 0 && anybody(0, floor_now - 1))
      floor_now--;
  }
}
