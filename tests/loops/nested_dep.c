// The inner loop ends at the outer counter.
int f(int n) {
    int total = 0;
    if (n < 0 || n > 10000)
        return 0;
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < i) {
            k++;
        }
        if (k != i)
            return 1; // never
        total += k - i;
    }
    if (total != 0)
        return 2; // never
    return 0;
}
