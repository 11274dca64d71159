// Other functions may have changed a variable before the call: nothing is refuted of a function that reads it.
// reach: --function f

static int mode;

void set_mode(int m) {
    mode = m;
}

int f(int a) {
    if (mode == 3)
        return a / 0; //= zerodivcond: open (it reads variables that others may have changed before: mode)
    return a;
}
