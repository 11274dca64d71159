// The inner counter is at its bound behind the inner loop.
class Nested {
    static int f(int n, int m) {
        int i, j = 0;
        if (n <= 0 || m <= 0)
            return 0;
        for (i = 0; i < n; i++) {
            for (j = 0; j < m; j++) {
                if (i >= n)
                    return 1; // never
                if (j >= m)
                    return 2; // never
            }
            if (j != m)
                return 3; // never
        }
        if (i != n)
            return 4; // never
        return 0;
    }
}
