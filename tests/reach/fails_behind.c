// A path that has reached its last target goes on to its end, so that an error behind it is predicted. One that
// takes too long is a test as far as it came: where an error shows natively nobody knows then.
// reach: --function soon --target fails_behind.c:14
//   fails_behind.c:14: reached
// reach: --function late --target fails_behind.c:22
//   fails_behind.c:22: reached [inconclusive]
// reach: --function late --target fails_behind.c:22 --slice 0
//   fails_behind.c:22: reached
#include <assert.h>

int soon(int a, int b) {
    int seen = 0;
    if (a == 7)
        seen = 1;
    if (b > 3)
        seen += 2;
    assert(seen != 1);
    return seen;
}

int late(unsigned a, unsigned b) {
    if (a == 7)
        a++;
    for (int at = 0; at < 400; at++, b = b * 5 + 1)
        if (b & 1024)
            a += 2;
    assert(a % 2 == 1);
    return (int)a;
}
