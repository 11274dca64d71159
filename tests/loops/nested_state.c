// Depth of brackets is never below zero.
int wf_int(const char *name);
int f(void) {
    int depth = 0;
    for (;;) {
        int c = wf_int("c");
        if (c == '(') {
            if (depth < 1000)
                depth++;
        } else if (c == ')') {
            if (depth == 0)
                return 1; // sometimes
            depth--;
            if (depth < 0)
                return 2; // never
            if (depth > 999)
                return 3; // never
        } else if (c == 'x') {
            return 0;
        }
    }
}
