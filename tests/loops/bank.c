// Money is neither made nor lost.
int wf_int(const char *name);
int f(void) {
    unsigned balance = 0, in = 0, out = 0;
    for (;;) {
        unsigned amount = wf_int("amount");
        if (amount == 0)
            break;
        if (amount > 1000)
            continue;
        if (wf_int("deposit")) {
            balance += amount;
            in += amount;
        } else if (amount <= balance) {
            balance -= amount;
            out += amount;
        }
    }
    if (in - out != balance)
        return 1; // never
    return balance == 3;
}
