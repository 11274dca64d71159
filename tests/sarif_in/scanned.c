// What is in a function that no other file sees is judged from its callers.
// scan:

static int divided(int x) {
    return 10 / x; //= zerodiv: confirmed
}

static int divided_with_care(int x) {
    return 10 / x; //= zerodiv: refuted (explored without such an error)
}

static int passed_on(int x) {
    return 7 / x; //= zerodiv: unusual (only its own file calls passed_on)
}

int (*table[])(int) = {passed_on};

static int taken(int x) {
    return 9 / (x | 1); //= zerodiv: open (others may call taken, whose address is taken)
}

int (*other_table[])(int) = {taken};

int one(int a) {
    return divided(a & 3);
}

int two(int a) {
    return divided_with_care((a & 3) + 1) + divided(2) + taken(3);
}

int three(const int *p) {
    return *p; //= nullPointer: unusual (--input 'p: nonnull')
}

int four(int a) {
    return a; //= unusedFunction: open (rule unusedFunction names no error that is looked for)
}
