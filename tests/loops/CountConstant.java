// A bound that no unrolling reaches.
class CountConstant {
    static int f() {
        int i = 0;
        while (i < 100000000)
            i++;
        if (i != 100000000)
            return 1; // never
        return 0;
    }
}
