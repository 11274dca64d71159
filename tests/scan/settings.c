// What skipped calls alone may lead to is impossible with the first values of variables, which others may change before: then
// nothing is refuted.
//
// with --call-depth 0
// functions: limited, harmless, set_limit
// open: division-by-zero in limited, 1 time
// refuted: division-by-zero in harmless, 1 time
// skipped: calls deeper than 0
//
// with --call-depth 0 --lazy-steps 0
// functions: limited, harmless, set_limit
// open: division-by-zero in limited, 1 time
// refuted: division-by-zero in harmless, 1 time
// deeper: limited 1
// deeper: harmless 1

static int limit = 2;
static const int two = 2;

static int limit_of(int v) {
    if (v == 42)
        return limit;
    return 0;
}

static int two_of(int v) {
    if (v == 42)
        return two;
    return 0;
}

int limited(int m) {
    m = limit_of(m);
    return m / (1 - m);
}

int harmless(int m) {
    m = two_of(m);
    return m / (1 - m);
}

void set_limit(int v) { limit = v; }
