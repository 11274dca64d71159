// A buffer that is too small for what few paths write, and a number beside it that what is written must not change.
//
// options: --prune errors --strategy dfs --jobs 1
// exhaustive_for_errors: true
// findings: assertion 32, out-of-bounds 29
// tests: confirmed
#include <assert.h>
#include <wayfarer.h>

struct both {
    char text[8];
    char kept;
    char more[8];
};

int main(void) {
    struct both both = {.kept = 7};
    char *at = both.text;
    char small[15];
    int length = 0;
    for (int i = 0; i < 8; i++) {
        int c = wf_int("c");
        if (c > 100)
            *at++ = 1;
        else if (c == 50)
            at += 2, *at = 2;
        small[length++] = 0;
        if (c == 9)
            small[length++] = 1;
    }
    // Where something is written in the ninth place.
    assert(both.kept == 7);
    return 0;
}
