// The one number whose absolute value is negative.
// reach: --function narrow --target narrow.c:13
//   narrow.c:13: reached
#include <stdlib.h>

void narrow(int x) {
    int y;
    if (x >= 0)
        y = x;
    else
        y = (int)(0u - (unsigned)x);
    if (y < 0)
        abort();
}
