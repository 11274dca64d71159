// Loops without a bound: the forward search never ends, the backward one meets only what it met before.
// reach: --function machine --direction backward --target backward_loops.c:21 --target backward_loops.c:19
//   backward_loops.c:21: unreachable
//   backward_loops.c:19: open (the entry was reached)
// reach: --function count --direction backward --target backward_loops.c:32 --target backward_loops.c:34
//   backward_loops.c:32: unreachable
//   backward_loops.c:34: open (the entry was reached)
#include <stdlib.h>

int wf_int(const char *name);

void machine(void) {
    int state = 0;
    for (;;) {
        int c = wf_int("c");
        if (state == 0 && c == 1)
            state = 1;
        else if (state == 1 && c == 2)
            state = 0;
        else if (state == 2)
            abort();
    }
}

int count(unsigned n, int flag) {
    unsigned sum = 0;
    if (flag != 3)
        return 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    if (flag > 5)
        return 1;
    if (sum == 10)
        return 2;
    return 3;
}
