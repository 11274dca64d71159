// Powell's badly scaled function, both equations exact.
//
// witness: 9.106146739858405, 1.0981593297007965e-5
public class ScaledPair {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(double x, double y) {
        if (1e4 * x * y == 1 && Math.abs(Math.exp(-x) + Math.exp(-y) - 1.0001) < 1e-15 && x > 1) reached();
    }
}
