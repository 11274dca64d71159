// What cannot be decided is open, and says why.
// reach: --function f --target limits.c:12 --path-instructions 1000 --loop-traversals 0 --time 16
//   limits.c:12: open (limit hit: path-instructions)
// reach: --function f --target limits.c:12 --path-instructions 1000 --no-replay --time 16
//   limits.c:12: reached [not replayed]

int f(unsigned n) {
    unsigned i = 0;
    while (i < n)
        i++;
    if (i == 4000000000u)
        return 1;
    return 0;
}
