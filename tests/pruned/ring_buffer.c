// A ring of four places that holds free values.
//
// options: --prune errors
// exhaustive_for_errors: true
// findings: none
// left: none
// tests: confirmed
#include <assert.h>
#include <stdlib.h>
#include <wayfarer.h>

static int ring[4], first, next, size, seen;

static void put(int value) {
    if (size == 4)
        return;
    ring[next] = value;
    next = (next + 1) & 3;
    size++;
}

static void get(void) {
    if (size == 0)
        return;
    seen = ring[first];
    first = (first + 1) & 3;
    size--;
}

int main(void) {
    for (int i = 0; i < 60; i++) {
        if (wf_int("put") > 0)
            put(wf_int("value"));
        else
            get();
        assert(size >= 0 && size <= 4);
        assert(((first + size) & 3) == next);
    }
    return 0;
}
