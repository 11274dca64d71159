// What a condition is refuted by at a loop's header, of which an earlier one speaks, is not kept without what they share.
int wf_int(const char *name);
unsigned wf_uint(const char *name);
int f(void) {
    unsigned flag = wf_uint("flag"), x, g = 0;
    x = flag == 1 ? 0 : 10;
    while (wf_int("more")) {
        if (wf_int("a")) x >>= 1;
        if (wf_int("b")) x >>= 1;
        if (wf_int("c")) x >>= 1;
        if (wf_int("d")) x >>= 1;
        if (wf_int("e")) x >>= 1;
        if (wf_int("f")) x >>= 1;
        if (wf_int("g")) x >>= 1;
        if (wf_int("h")) x >>= 1;
        if (wf_int("i")) x >>= 1;
        if (wf_int("j")) x >>= 1;
        if (wf_int("k")) x >>= 1;
        if (wf_int("l")) x >>= 1;
        if (wf_int("m")) x >>= 1;
    }
    if (wf_int("which"))
        g = 1;
    else
        g = 2;
    if (flag == 1) {
        if (x > 3 && g == 1)
            return 1; // never
        if (x > 5 && g == 1)
            return 2; // never
    } else {
        if (x > 5 && g == 1)
            return 3; // sometimes
    }
    return 0;
}
