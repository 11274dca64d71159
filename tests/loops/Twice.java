// One counter is twice the other.
class Twice {
    static int f(short n) {
        int i = 0, j = 0;
        while (i < n) {
            i++;
            j += 2;
        }
        if (j != 2 * i)
            return 1; // never
        if (n >= 0 && j != 2 * n)
            return 2; // never
        return 0;
    }
}
