// One goes up and the other down: their sum stays.
int f(unsigned n) {
    unsigned i = 0, j = n;
    while (i < n) {
        i++;
        j--;
    }
    if (i + j != n)
        return 1; // never
    if (j != 0)
        return 2; // never
    return 0;
}
