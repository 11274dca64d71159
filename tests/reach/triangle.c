// Classification of triangles.
// reach: --function classify --target triangle.c:19 --target triangle.c:25 --target triangle.c:31
//   triangle.c:19: reached
//   triangle.c:25: reached
//   triangle.c:31: unreachable

int classify(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0)
        return 4;
    int equal = 0;
    if (a == b)
        equal += 1;
    if (a == c)
        equal += 2;
    if (b == c)
        equal += 3;
    if (equal == 0) {
        if ((long)a + b <= c || (long)a + c <= b || (long)b + c <= a)
            return 4;
        return 1;
    }
    if (equal > 3)
        return 3;
    if (equal == 1 && (long)a + b > c)
        return 2;
    if (equal == 2 && (long)a + c > b)
        return 2;
    if (equal == 3 && (long)b + c > a)
        return 2;
    if (equal == 3 && a == b)
        return 5;
    return 4;
}
