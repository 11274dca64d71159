// Leaks are looked for only with --check leak, and what counts as one differs.
// reach: --function f

#include <stdlib.h>

int f(int a) {
    char *p = malloc(10);
    if (!p)
        return 1;
    p[0] = (char)a;
    return p[0]; //= memleak: open (such errors are looked for with --check leak)
}
