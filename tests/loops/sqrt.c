// A root and its square.
unsigned f(unsigned short n) {
    unsigned r = 0;
    while ((r + 1) * (r + 1) <= n)
        r++;
    if (r > 255)
        return 1; // never, not proved
    if (r * r > n)
        return 2; // never
    return r;
}
