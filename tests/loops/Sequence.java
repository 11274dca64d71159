// Two loops, one behind the other, over the same bound.
class Sequence {
    static int f(int n) {
        int i = 0, k = 0;
        if (n < 0)
            return 0;
        while (i < n)
            i++;
        while (k < i)
            k++;
        if (k != n)
            return 1; // never
        return 0;
    }
}
