// The native run does not see the leak, as the pointer is still there when the call ends.
// reach: --function f --check leak

#include <stdlib.h>

int f(int a) {
    char *p = malloc(10);
    if (!p)
        return 1;
    p[0] = (char)a;
    if (a != 5)
        free(p);
    return 0; //= memleak @7: open (test 2 predicts it, and is inconclusive)
}
