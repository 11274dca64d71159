// One goes up and the other down: their sum stays.
class Apart {
    static int f(int n) {
        int i = 0, j = n;
        while (i < n) {
            i++;
            j--;
        }
        if (i + j != n)
            return 1; // never
        if (n >= 0 && j != 0)
            return 2; // never
        return 0;
    }
}
