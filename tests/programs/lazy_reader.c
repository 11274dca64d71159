// A reader with a pointer to the text and a position: calls move the position, and the text stays what it is.
//
// options: --function number --lazy-functions next,is_digit --all-paths --input r:nonnull --input r[0].text:nonnull
// findings: none
// tests: confirmed
// limits: lazy-steps
// branches: 15 of 16
struct reader {
    const char *text;
    int position;
};

static int is_digit(int c) {
    return c >= '0' && c <= '9';
}

static int next(struct reader *r) {
    int c = r->text[r->position];
    if (c != 0)
        r->position++;
    return c;
}

int number(struct reader *r) {
    int value = 0, digits = 0;
    if (r->position != 0)
        return -1;
    for (int i = 0; i < 3; i++) {
        int c = next(r);
        if (is_digit(c) == 0)
            return digits == 0 ? -2 : value;
        value = value * 10 + c - '0';
        digits++;
    }
    if (value == 420)
        return 1000;
    return value;
}
