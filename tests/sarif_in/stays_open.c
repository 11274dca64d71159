// The line is reached by the first path; the error needs another one that comes by it later.
// reach: --function f

static int inverse(int x) {
    return 1000 / x; //= zerodiv: confirmed
}

int f(unsigned n) {
    int sum = 0;
    for (int i = 7; i > -1; i--)
        if (n >> i & 1)
            sum += inverse(i);
    return sum;
}
