// When nothing was exchanged, the three are in order.
int wf_int(const char *name);
int f(void) {
    int a = wf_int("a"), b = wf_int("b"), c = wf_int("c"), swapped = 1, t;
    while (swapped) {
        swapped = 0;
        if (a > b) {
            t = a;
            a = b;
            b = t;
            swapped = 1;
        }
        if (b > c) {
            t = b;
            b = c;
            c = t;
            swapped = 1;
        }
    }
    if (a > c)
        return 1; // never
    return 0;
}
