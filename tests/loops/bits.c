// One bit is shifted out of eight.
int wf_int(const char *name);
int f(void) {
    unsigned bit = 1;
    while (wf_int("more")) {
        bit <<= 1;
        if (bit == 256)
            bit = 1;
        if (bit == 0)
            return 1; // never
        if ((bit & (bit - 1)) != 0)
            return 2; // never
    }
    return bit == 64;
}
