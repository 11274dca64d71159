// The counter is changed by functions.
int wf_int(const char *name);
static int users;
static int enter(void) {
    if (users >= 10)
        return 0;
    users++;
    return 1;
}
static void leave(void) {
    if (users > 0)
        users--;
}
int f(void) {
    users = 0;
    while (wf_int("more")) {
        if (wf_int("in")) {
            enter();
        } else {
            leave();
        }
        if (users > 10)
            return 1; // never
        if (users < 0)
            return 2; // never
    }
    return users == 4;
}
