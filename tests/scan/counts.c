// One cause that two functions lead to is told once; what null pointers do is for unusual inputs; functions that
// no other file sees are left to their callers.
//
// functions: share, share_all, first, within
// confirmed: division-by-zero in half, 2 times
// unusual: null-dereference in first, 1 time

static int half(int n) { return 100 / n; }

int share(int n) { return n > 5 ? half(n - 6) : 0; }

int share_all(int n, int m) { return half(n) + m; }

int first(const int *numbers) { return numbers[0]; }

int within(unsigned n) { return n < 10 ? (int)n : 0; }
