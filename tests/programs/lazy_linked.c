// Callees that follow input pointers and write through one: what they find there is what callers find.
//
// options: --function classify --lazy-functions length,same,mark --all-paths --input s:nonnull --input n:nonnull
// findings: none
// tests: confirmed
// branches: all
// limits: none
struct node {
    int value;
    const char *name;
};

static int length(const char *s) {
    int n = 0;
    while (s[n])
        n++;
    return n;
}

static int same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static void mark(struct node *n, int x) {
    if (x > 3)
        n->value = x;
}

int classify(struct node *n, const char *s) {
    int before = n->value;
    if (before > 3)
        return -1;
    mark(n, length(s));
    if (n->value == 5) {
        if (same(s, "hello"))
            return 1;
        return 2;
    }
    if (n->value > 3)
        return 3;
    return 4;
}
