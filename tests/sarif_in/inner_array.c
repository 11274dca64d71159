// An access that leaves a member and stays in its structure is no error of the machine: that none was found does not refute
// what an analyser says of it. A line that nothing reaches is refuted all the same.
// reach: --function f

struct pair {
    int left[4];
    int right[4];
};

int f(int i) {
    struct pair p = {{0}, {0}};
    int *q = p.left;
    if (i == 5)
        return q[i]; //= arrayIndexOutOfBounds: open (one that leaves a member or an inner array)
    if (i > 9 && i < 8)
        return p.left[i]; //= arrayIndexOutOfBounds: refuted (no input reaches the line)
    return 0;
}
