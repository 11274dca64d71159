// The greatest seen is not less than the last one.
int wf_int(const char *name);
int f(void) {
    int greatest = wf_int("first"), last = greatest;
    while (wf_int("more")) {
        last = wf_int("next");
        if (last > greatest)
            greatest = last;
        if (greatest < last)
            return 1; // never
    }
    if (greatest < last)
        return 2; // never
    if (greatest > last)
        return 3; // sometimes
    return 0;
}
