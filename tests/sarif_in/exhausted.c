// A line is refuted if it is unreachable, or if everything was explored without the error. It stays open until then: that the
// line was reached, by a path on which all is well, says nothing.
// reach: --function f

int f(int a, int b) {
    int r = 0;
    int k = b & 15;
    if (k > 20)
        r = a / 0; //= zerodivcond: refuted (no input reaches the line)
    r += a / (k + 1); //= zerodiv: refuted (explored without such an error)
    if (a > 3) {
        int z = 4;
        r += 100 / z; //= zerodiv: refuted (explored without such an error)
    }
    return r;
}
