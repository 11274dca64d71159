// A pointer-like cursor stays between its ends.
int wf_int(const char *name);
int f(unsigned start, unsigned end) {
    if (start > end)
        return 0;
    unsigned at = start;
    while (at < end) {
        if (wf_int("skip") && end - at >= 4)
            at += 4;
        else
            at += 1;
        if (at > end)
            return 1; // never
    }
    if (at < start)
        return 2; // never
    if (at != end)
        return 3; // never
    return 0;
}
