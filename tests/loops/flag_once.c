// What is set is never cleared.
int wf_int(const char *name);
int f(void) {
    int failed = 0, count = 0;
    while (wf_int("more")) {
        if (wf_int("bad"))
            failed = 1;
        if (failed)
            count = 1;
    }
    if (count && !failed)
        return 1; // never
    if (failed && count)
        return 2; // sometimes
    return 0;
}
