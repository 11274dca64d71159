// State in a structure.
int wf_int(const char *name);
struct machine { int state; int steps; };
int f(void) {
    struct machine m = {0, 0};
    while (wf_int("more")) {
        switch (m.state) {
        case 0: m.state = 2; break;
        case 2: m.state = wf_int("which") ? 4 : 0; break;
        case 4: m.state = 0; break;
        default: return 1; // never
        }
        m.steps = 1;
    }
    if (m.state == 3)
        return 2; // never
    if (m.state == 4)
        return 3; // sometimes
    return 0;
}
