// The index does not pass the end of a text.
int f(const char *unused, unsigned char limit) {
    unsigned i = 0, digits = 0;
    while (i < limit) {
        if (i % 3 == 1)
            digits++;
        i++;
    }
    if (digits > i)
        return 1; // never
    return unused == 0;
}
