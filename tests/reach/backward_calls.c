// Calls are entered where they decide, and stepped over where they do not.
// reach: --function f --direction backward --target backward_calls.c:27 --target backward_calls.c:29
//   backward_calls.c:27: unreachable
//   backward_calls.c:29: open (the entry was reached)
// reach: --direction backward --target backward_calls.c:37 --target backward_calls.c:18
//   backward_calls.c:37: unreachable
//   backward_calls.c:18: unreachable
#include <stdlib.h>

static int debug;
static int log_calls;

static unsigned low(unsigned x) { return x & 7; }

static void note(int what) {
    log_calls += what;
    if (what > 100)
        exit(1);
}

int f(unsigned x, unsigned y) {
    unsigned a = low(x);
    note(3);
    if (a > y)
        note(4);
    if (low(a) > 7)
        return 1;
    if (a == 5)
        return 2;
    return 0;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        note(i < 50 ? i : 50);
    if (debug)
        return 9;
    return (int)f((unsigned)argc, 3);
}
