// An array whose length goes to functions of the library, or that are called by a pointer, is as long as it says.
// options: --function all
// unusual: null-dereference 16, null-dereference 23
// findings: out-of-bounds 16, out-of-bounds 23
// verdicts: confirmed
#include <stddef.h>
#include <string.h>

static int copied(const int *values, size_t n) {
    int own[16];
    if (n > 3)
        return 0;
    own[0] = 1;
    if (n == 0 || !own[0])
        return 0;
    memcpy(own, values, (n + 1) * sizeof *values);
    return own[0];
}

static int sum(const int *values, size_t n) {
    int all = 0;
    for (size_t i = 0; i <= n; i++)
        all |= values[i];
    return all;
}

static int (*volatile by)(const int *, size_t) = sum;

static int called(const int *values, size_t n) {
    return n > 3 || n == 0 ? 0 : by(values, n);
}

int all(int which, const int *values, size_t n) {
    return which ? called(values, n) : copied(values, n);
}
