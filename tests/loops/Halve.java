// Halving ends at zero.
class Halve {
    static int f(int n) {
        int steps = 0;
        while (n > 0) {
            n /= 2;
            steps++;
        }
        if (n > 0)
            return 1; // never
        if (steps == 9)
            return 2; // sometimes
        return 0;
    }
}
