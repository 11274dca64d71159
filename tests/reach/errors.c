// Every place that may make an error, and those that may happen anywhere.
// reach: --function f --target error
//   error:assertion at errors.c:15: reached
//   error:assertion at errors.c:17: unreachable
//   error:division-by-zero at errors.c:16: reached
//   error of memory or the library: reached
// reach: --function f --target error:bad-shift
//   --target error:bad-shift: the program has no place that can make such an error
#include <assert.h>
static int table[4] = {1, 2, 3, 4};

int f(int a, unsigned b) {
    if (b > 4)
        return 0;
    assert(a != 12345);
    int q = 100 / (a - 77);
    assert(b < 9);
    return q + table[b];
}
