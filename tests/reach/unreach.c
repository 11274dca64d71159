// An error that one branch excludes: proved backward from it, whatever is decided before.
// reach: --function unreach --direction backward --target unreach.c:22
//   unreach.c:22: unreachable
#include <stdlib.h>

int unreach(int x1, int x2, int x3) {
    int y = 0;
    if (x1 > 0)
        y = y + 1;
    else
        y = y - 1;
    if (x2 > 0)
        y = y + 2;
    else
        y = y - 2;
    if (x3 > 0)
        y = y + 3;
    else
        y = y - 3;
    if (y > 0) {
        if (y == 0)
            abort();
    }
    return y;
}
