// State in globals from the beginning of the program on.
int wf_int(const char *name);
int phase = 1;
int done;
void step(void) {
    if (phase == 1 && wf_int("go"))
        phase = 2;
    else if (phase == 2)
        phase = 4;
    else if (phase == 4) {
        phase = 1;
        done = 1;
    }
}
int main(void) {
    for (;;) {
        step();
        if (phase == 3)
            return 1; // never
        if (done && phase == 5)
            return 2; // never
    }
}
