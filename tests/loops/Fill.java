// A loop fills a small array; one behind it looks at it.
class Fill {
    static int f(int x) {
        int[] a = new int[4];
        for (int i = 0; i < 4; i++)
            a[i] = x;
        for (int i = 0; i < 4; i++)
            if (a[i] != x)
                return 1; // never
        return 0;
    }
}
