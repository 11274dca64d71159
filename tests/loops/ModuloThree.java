// Steps of three from one, with a bound that keeps it from wrapping.
class ModuloThree {
    static int f(int n) {
        int x = 1;
        while (x < n && x < 1000000000)
            x += 3;
        if (x % 3 != 1)
            return 1; // never
        return 0;
    }
}
