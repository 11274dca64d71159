// Conditionals and a loop that have nothing to do with the target are stepped over.
// reach: --function slicing --direction backward --target slicing.c:21
//   slicing.c:21: unreachable
// reach: --function slicing --target slicing.c:24
//   slicing.c:24: reached

int slicing(int x1, int x2, int x3, unsigned n) {
    int a = 0, b = 0, y = x3 & 15;
    if (x1 > 0)
        a++;
    else
        a--;
    if (x2 > 0)
        b++;
    else
        b -= 2;
    for (unsigned i = 0; i < n; i++)
        a += b;
    if (y > 10) {
        if (y > 20)
            return a;
        return b;
    }
    return y == 7 ? 1 : 2;
}
