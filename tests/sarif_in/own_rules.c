// Rules of our own logs are known by name.
// reach: --function f

#include <stdlib.h>

int f(int a) {
    if (a == 7)
        abort(); //= abort: confirmed
    if (a > 7 && a < 7)
        __builtin_trap(); //= trap: refuted
    return 0; //= unsigned-overflow: open (such errors are looked for with --check unsigned-overflow)
}
