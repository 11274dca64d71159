// A counter never passes its free bound.
class CountUp {
    static int f(int n) {
        int i = 0;
        while (i < n)
            i++;
        if (n >= 0 && i > n)
            return 1; // never
        if (i == 7)
            return 2; // sometimes
        return 0;
    }
}
