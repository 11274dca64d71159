// Wood's function as a sum that is exactly zero.
//
// witness: 1, 1, 1, 1
public class WoodSum {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(double a, double b, double c, double d) {
        double f1 = b - a * a, f2 = 1 - a, f3 = d - c * c, f4 = 1 - c;
        double sum = 100 * f1 * f1 + f2 * f2 + 90 * f3 * f3 + f4 * f4
            + 10.1 * ((b - 1) * (b - 1) + (d - 1) * (d - 1)) + 19.8 * (b - 1) * (d - 1);
        if (sum == 0) reached();
    }
}
