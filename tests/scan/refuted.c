// Functions that no other file sees: what goes wrong in them is refuted if their callers, of which all was explored, never
// lead to it.
//
// with --all-functions
// functions: share, half, above, twice, counted, halve
// confirmed: division-by-zero in above, 1 time
// unusual: division-by-zero in twice, 1 time
// refuted: division-by-zero in share, 1 time
// refuted: signed-overflow in share, 1 time

static int total;

static int share(int of, int among) { return of / among; }

int half(int of) { return share(of % 100, 2); }

int above(int of, int among) {
    if (of < 0 || of > 100)
        return 0;
    return of / among;
}

// What its caller gives it is what others have left.
static int twice(int of, int among) { return 2 * (of % 100) / among; }

int counted(int of) { return twice(of, total + 1); }

void halve(void) { total /= 2; }
