// What counts down to zero does not pass it.
void f(int n) {
    if (n < 0)
        return;
    int i = n;
    while (i > 0)
        i--;
    if (i != 0)
        i = 1; // never
    if (n == 3)
        i = 2; // sometimes
}
