// A reference is never null; what it refers to is an input, as is an object that is passed by value where the
// caller makes it.
// options: --function mixed
// findings: division-by-zero 17
// unusual: null-dereference 13
// verdicts: confirmed
// tests: confirmed
// branches: all
struct Pair { int first, second; };
struct Copied {
    int *owned;
    Copied(const Copied &other);
    int get() const { return *owned; }
};
int mixed(const Pair &left, Pair &&right, Copied copied) {
    if (left.first == 7)
        return 10 / right.second;
    return copied.get();
}
