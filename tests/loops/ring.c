// A token goes round among three stations.
int wf_int(const char *name);
int f(void) {
    int a = 1, b = 0, c = 0;
    for (;;) {
        switch (wf_int("who")) {
        case 0: if (a) { a = 0; b = 1; } break;
        case 1: if (b) { b = 0; c = 1; } break;
        case 2: if (c) { c = 0; a = 1; } break;
        case 3: return 0;
        }
        if (a + b + c != 1)
            return 1; // never
        if (c)
            continue; // sometimes
    }
}
