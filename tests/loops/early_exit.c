// Found or at the end, nothing else.
int wf_int(const char *name);
int f(int n) {
    int i, found = 0;
    for (i = 0; i < n; i++) {
        if (wf_int("hit")) {
            found = 1;
            break;
        }
    }
    if (!found && i < n)
        return 1; // never
    if (found && i >= n)
        return 2; // never
    if (found && i == 2)
        return 3; // sometimes
    return 0;
}
