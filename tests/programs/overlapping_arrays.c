// A pointer may lead into the middle of the array that an earlier one leads to. An error that only that makes is for
// unusual inputs, and `restrict` excludes it.
// options: --function all --input a:nonnull --input b:nonnull --input c:nonnull
// unusual: assertion 18, assertion 24, assertion 30
// findings: assertion 36
// verdicts: confirmed
// tests: confirmed
// unit: all(0, a, a + 1, c);
// unit: all(1, a, a + 2, c);
// unit: int result = all(3, a, a, c);
#include <assert.h>

// What is written through one pointer is read through the other.
static void changes(int *a, const int *b) {
    a[0] = 1;
    if (b[0] == 7) {
        a[1] = 9;
        assert(b[0] != 9);
    }
}

// Only the addresses are compared.
static void is_within(const int *a, const int *b) {
    assert(b != a + 2);
}

// How far one is from the other.
static void distance(const int *a, const int *b) {
    if (a[0] == 5 && b[0] == 6)
        assert(b - a != 3);
}

// Two pointers to one beginning.
static int same(const int *a, const int *b) {
    if (a == b)
        assert(a[1] != 4);
    return 0;
}


int all(int which, int *a, int *b, int *restrict c) {
    switch (which) {
    case 0: changes(a, b); break;
    case 1: is_within(a, b); break;
    case 2: distance(a, b); break;
    case 3: return same(a, b);
    case 4:
        assert(c != a && c != a + 1 && c != b);
        break;
    default: break;
    }
    return 0;
}
