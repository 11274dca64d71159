// Unions that are passed in registers are free bytes, and pointers where they are taken for such.
// options: --function all
// findings: assertion 19, assertion 21, assertion 23, assertion 31, assertion 33
// verdicts: confirmed
// tests: confirmed
// unit: int result = all(0, x, 0, y);
#include <assert.h>

union value {
    const char *text;
    long number;
    double real;
};

static void alone(union value x, int kind) {
    if (kind == 1) {
        if (x.text)
            // A string, as the member says.
            assert(x.text[0] != 'a' || x.text[1] != 'b');
    } else if (kind == 2) {
        assert(x.number != 77);
    } else if (kind == 3) {
        assert(x.real != 2.5);
    }
}

struct tagged { int kind; union value v; };

static void in_structure(struct tagged x) {
    if (x.kind == 1)
        assert(!x.v.text || x.v.text[0] != 'c');
    else
        assert(x.v.number != 78);
}

int all(int which, union value x, int kind, struct tagged y) {
    if (which == 0)
        alone(x, kind);
    else
        in_structure(y);
    return 0;
}
