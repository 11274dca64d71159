// What callers of C are told, and functions that callers give.
//
// functions: pause_it, once, twice
// documented: assertion in pause_it, 1 time
// confirmed: division-by-zero in once, 1 time
// unusual: division-by-zero in twice, 1 time

#include <assert.h>

typedef int asked(int question);

int pause_it(int has_failed) {
    if (has_failed)
        assert(0 && "what has failed is not to be paused");
    return 1;
}

int once(asked *ask) {
    if (!ask)
        return 0;
    return 10 / (ask(1) - 3);
}

// Whoever answers otherwise the second time is to blame.
int twice(asked *ask) {
    if (!ask)
        return 0;
    int first = ask(1);
    return 10 / (first == ask(1));
}
