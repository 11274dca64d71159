// Up while below, then down by a second loop.
int f(unsigned n) {
    unsigned x = 0, y = 0;
    while (x < n) {
        x++;
        y++;
    }
    while (x > 0) {
        x--;
        y--;
    }
    if (y != 0)
        return 1; // never
    if (n == 4)
        return 2; // sometimes
    return 0;
}
