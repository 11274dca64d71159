// A counter never passes its free bound.
void f(unsigned n) {
    unsigned i = 0;
    while (i < n)
        i++;
    if (i > n)
        i = 0; // never
    if (i == 7)
        i = 1; // sometimes
}
