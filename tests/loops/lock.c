// A lock is taken and given back by turns.
int wf_int(const char *name);
int f(void) {
    int lock = 0, new = wf_int("new"), old;
    do {
        if (lock != 0)
            return 1; // never
        lock = 1;
        old = new;
        if (wf_int("request")) {
            if (lock != 1)
                return 2; // never
            lock = 0;
            new++;
        }
    } while (new != old);
    if (lock != 1)
        return 3; // never
    return 0;
}
