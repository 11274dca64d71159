// Two counters that move together, as long as nobody knows.
int wf_int(const char *name);
int f(void) {
    unsigned x = 0, y = 0;
    while (wf_int("more")) {
        x++;
        y++;
    }
    if (x != y)
        return 1; // never
    if (x == 2)
        return 2; // sometimes
    return 0;
}
