// Only the error that the rule names confirms a result, at its line, in a native run.
// reach: --function f

int f(int a, int b) {
    int r = 0;
    if (a == 12)
        r = 5 / (b - 7); //= zerodiv: confirmed
    if (b > 100)
        r += 1 << b; //= integerOverflow: open (the line is reached without it; such errors are looked for with --check overflow)
    if (a == 40)
        r += 1 << (b & 63); //= shiftTooManyBits: confirmed
    return r & 3; //= unreadVariable: open (names no error that is looked for)
}
