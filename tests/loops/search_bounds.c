// The bounds of a binary search stay in order.
int wf_int(const char *name);
int f(int n) {
    if (n < 0 || n > 1000000)
        return 0;
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (middle < 0 || middle >= n)
            return 1; // never
        if (wf_int("less"))
            low = middle + 1;
        else
            high = middle;
    }
    if (low > n || low != high)
        return 2; // never
    return 0;
}
