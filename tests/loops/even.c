// Steps of two keep the last bit.
int wf_int(const char *name);
int f(void) {
    unsigned x = 0;
    while (wf_int("more") != 0) {
        if (wf_int("big"))
            x += 6;
        else
            x += 2;
    }
    if (x % 2 == 1)
        return 1; // never
    if (x == 8)
        return 2; // sometimes
    return 0;
}
