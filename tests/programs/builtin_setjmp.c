// The compiler's own jumps leave functions like those of the library, and always with a 1.
// paths: 3
// exhaustive: true
// findings: division-by-zero 23
// tests: confirmed
#include <wayfarer.h>

static void *place[5];

static void leave(int deep) {
    if (deep > 0)
        leave(deep - 1);
    __builtin_longjmp(place, 1);
}

int main(void) {
    int x = wf_range_int("x", 0, 2), tries = 0;
    int back = __builtin_setjmp(place);
    if (back == 0) {
        tries++;
        leave(x);
    }
    return 10 / (x + back + tries - 3);
}
