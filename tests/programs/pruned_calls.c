// Calls with variables of their own, made on some paths only: objects have other numbers then, and states
// are the same all the same.
//
// options: --prune coverage --strategy dfs
// exhaustive_for_coverage: true
// findings: none
// tests: confirmed
// left: none
#include <assert.h>
#include <wayfarer.h>

static void more(int *to) {
    int scratch[3] = {1, 2, 3};
    *to += scratch[1];
}

static void step(int *to, const int *limit) {
    int here[2] = {*limit, 0};
    if (wf_int("x") > 3)
        more(&here[1]);
    if (wf_int("y") > 3)
        *to = here[1];
    assert(here[0] == 9);
}

int main(void) {
    int out = 0, limit = 9;
    for (int i = 0; i < 60; i++)
        step(&out, &limit);
    assert(limit == 9);
    return 0;
}
