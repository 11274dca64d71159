// What is called through a pointer of another type returns a value of another width: zeros, or nothing, are in front.
// options: --function run
// unsupported: none
// tests: confirmed
#include <stddef.h>

typedef long (*wide)(unsigned);
typedef unsigned (*narrow)(unsigned);
typedef unsigned char (*narrowest)(unsigned);

static unsigned same(unsigned value) { return value; }
static unsigned next(unsigned value) { return value + 1; }
narrow all[2] = {same, next};

int run(unsigned number, unsigned value) {
  wide as_wide = (wide)all[number & 1];
  narrowest as_narrowest = (narrowest)all[number & 1];
  if (as_wide(value) == 7)
    return 1;
  return as_narrowest(value) == 9 ? 2 : 3;
}
