// A line in several blocks is reached with the first of them: the dead one does not keep it open, and what
// leads to no target is not explored.
// reach: --function f --target one_of_several.c:12
//   one_of_several.c:12: reached
// reach: --function f --target one_of_several.c:18
//   one_of_several.c:18: unreachable
#include <stdlib.h>

int f(unsigned char a, unsigned char b) {
    int n = 0;
    if (a == 7) {
        n += b > 3 ? 1 : b > 300 ? 2 : 3;
        return n;
    }
    for (int i = 0; i < b; i++)
        n += i;
    if (b == 4 && n != 6)
        exit(3);
    return n;
}
