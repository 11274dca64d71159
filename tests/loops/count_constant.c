// A bound that no unrolling reaches.
int f(int x) {
    int i = 0;
    while (i < 100000000)
        i++;
    if (i != 100000000)
        return 1; // never
    return x;
}
