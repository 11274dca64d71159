// A loop that takes a thousand million traversals to the target: it is taken as a function.
// reach: --function easy --target easy_loop.c:13 --time 16
//   easy_loop.c:13: reached
#include <stdlib.h>

int easy(int x) {
    int y = 0;
    while (x > 0) {
        x--;
        y++;
    }
    if (y == 1000000000)
        abort();
    return y;
}
