// An index that wraps stays inside of its array.
int wf_int(const char *name);
int f(void) {
    int ring[16] = {0};
    int at = 0;
    while (wf_int("more")) {
        if (at < 0 || at >= 16)
            return 1; // never
        ring[at] = wf_int("value");
        at++;
        if (at == 16)
            at = 0;
    }
    return ring[3] == 5;
}
