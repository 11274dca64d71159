// A timer that is set back in time never expires.
int wf_int(const char *name);
int f(void) {
    int timer = 0, kicked;
    for (;;) {
        kicked = wf_int("kick");
        timer++;
        if (kicked || timer >= 5)
            timer = 0;
        if (timer > 5)
            return 1; // never
        if (timer == 4)
            return 2; // sometimes
    }
}
