// A number behind a pointer to a structure is the length of an array where the code takes it for one, and none of an object
// that it looks at alone. The number of an element is no length.
// options: --function look
// findings: out-of-bounds 25
// unusual: null-dereference 25, null-dereference 31
// verdicts: confirmed
// tests: confirmed
#include <stddef.h>

struct point {
  int x, y;
};

struct state {
  int mode;
  struct point at;
};

struct name {
  char text[8];
};

/* The first point is there only if there is one at all. */
int look(const struct point *points, size_t count, struct state *state, size_t length, const struct name *names, size_t index) {
  int most = points[0].x;
  for (size_t i = 1; i < count; i++)
    if (points[i].x > most)
      most = points[i].x;
  if (index >= 4)
    return -1;
  state->mode = names[index].text[0];
  state->at = (struct point){most, (int)(length & 7)};
  return most;
}
