// A power whose exponent is a square root.
//
// witness: 2, 9
public class PowerOfRoot {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(double x, double y) {
        if (x > 1.5 && y > 4 && Math.pow(x, Math.sqrt(y)) == 8 && x * y == 18) reached();
    }
}
