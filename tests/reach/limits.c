// What cannot be decided is open, and says why.
// reach: --function f --target limits.c:10 --path-instructions 1000
//   limits.c:10: open (limit hit: path-instructions)

int f(unsigned n) {
    unsigned i = 0;
    while (i < n)
        i++;
    if (i == 4000000000u)
        return 1;
    return 0;
}
