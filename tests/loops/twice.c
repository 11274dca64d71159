// One counter is twice the other.
int f(unsigned short n) {
    unsigned i = 0, j = 0;
    while (i < n) {
        i++;
        j += 2;
    }
    if (j != 2 * i)
        return 1; // never
    if (j != 2u * n)
        return 2; // never
    return 0;
}
