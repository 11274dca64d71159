// Tokens are free or used.
int wf_int(const char *name);
int f(void) {
    unsigned free = 4, used = 0;
    while (wf_int("more")) {
        if (wf_int("take")) {
            if (free) {
                free--;
                used++;
            }
        } else if (used) {
            used--;
            free++;
        }
        if (free + used != 4)
            return 1; // never
        if (used > 4)
            return 2; // never
    }
    return 0;
}
