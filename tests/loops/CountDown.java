// What counts down to zero does not pass it.
class CountDown {
    static int f(int n) {
        if (n < 0)
            return 0;
        int i = n;
        while (i > 0)
            i--;
        if (i != 0)
            return 1; // never
        if (n == 3)
            return 2; // sometimes
        return 0;
    }
}
