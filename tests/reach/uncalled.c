// What no call leads to is proved unreachable, whatever it would compute; what only a pointer leads to is not.
// reach: --function f --target uncalled.c:12 --target uncalled.c:20 --target uncalled.c:27 --direction backward
//   uncalled.c:12: unreachable
//   uncalled.c:20: unreachable
//   uncalled.c:27: open (the entry was reached)
// reach: --function f --target uncalled.c:27
//   uncalled.c:27: reached

static int dead(unsigned n, unsigned sum) {
    if (n == 0 && sum % 7 == 3)
        return 1;
    return dead(n - 1, sum * 31 + n);
}

int uncalled(unsigned n) { return dead(n, 5); }

static double dead_by_pointer(double x) {
    if (x > 3)
        return 2;
    return 1;
}
double (*unused[])(double) = {dead_by_pointer};

static int alive(int x) {
    if (x == 77)
        return 2;
    return 1;
}
static int (*volatile used[])(int) = {alive};

int f(int x) { return used[x & 0](x); }
