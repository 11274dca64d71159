// Many independent decisions before a contradiction: nothing reaches the error.
// reach: --function unreach --target unreachable.c:18
//   unreachable.c:18: unreachable
// reach: --function unreach --target error:assertion
//   error:assertion at unreachable.c:18: unreachable
#include <assert.h>

void unreach(int x1, int x2, int x3, int x4, int x5, int x6) {
    int y = 1;
    if (x1 > 0) y += 1; else y += 2;
    if (x2 > 0) y += 3; else y += 4;
    if (x3 > 0) y += 5; else y += 6;
    if (x4 > 0) y += 1; else y += 2;
    if (x5 > 0) y += 1; else y += 2;
    if (x6 > 0) y += 1; else y += 2;
    if (y > 0) {
        if (y <= 0)
            assert(0);
    }
}
