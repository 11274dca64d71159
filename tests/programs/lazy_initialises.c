// A call that looks at a pointer for some inputs only: where it does so first it is expanded, elsewhere skipped.
//
// options: --function choose --lazy-functions weight --all-paths --input n:nonnull --heap-depth 2
// findings: none
// tests: confirmed
// branches: 15 of 16
// limits: none
struct node {
    int value;
    struct node *next;
};

static int weight(const struct node *n, int x) {
    if (x > 10)
        return x < 20 ? 1 : 2;
    if (n->next && n->next->value == 7)
        return 3;
    return 4;
}

int choose(const struct node *n, int x) {
    int w = weight(n, x);
    if (w == 1)
        return 10;
    if (w == 3) {
        if (x < -80 && weight(n, x + 100) == 1)
            return 30;
        return 31;
    }
    return 40;
}
