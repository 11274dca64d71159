// Two parties take turns.
int wf_int(const char *name);
int f(void) {
    int turn = 0, a = 0, b = 0;
    while (wf_int("more")) {
        if (turn == 0) {
            a++;
            turn = 1;
        } else {
            b++;
            turn = 0;
        }
    }
    if (turn == 0 && a != b)
        return 1; // never
    if (turn == 1 && a - b != 1)
        return 2; // never
    if (turn != 0 && turn != 1)
        return 3; // never
    return 0;
}
