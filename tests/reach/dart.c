// The example of directed random testing, whose second error needs a product that overflows.
// reach: --function both --target dart.c:11 --target dart.c:14
//   dart.c:11: reached
//   dart.c:14: reached
#include <stdlib.h>

void both(int x, int y) {
    int cube = (int)((unsigned)x * (unsigned)x * (unsigned)x);
    if (cube > 0) {
        if (x > 0 && y == 10)
            abort();
    } else {
        if (x > 0 && y == 20)
            abort();
    }
}
