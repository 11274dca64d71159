// Names that are null only because nothing deeper is tried are taken for inputs as those that are tried.
// options: --function letters --heap-depth 2
// findings: none
// unusual: null-dereference 13
// tests: confirmed
struct item { char *name; struct item *next; };

int letters(const struct item *first) {
    int sum = 0;
    if (!first)
        return 0;
    for (const struct item *it = first; it; it = it->next)
        sum += it->name[0];
    return sum;
}
