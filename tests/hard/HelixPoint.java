// A point of the helical valley, by the arc tangent with its cases.
//
// fast: true
// witness: -0.5000000000000003, 0.8660254037947668, 3.333333333316178
public class HelixPoint {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static double turn(double x, double y) {
        double part = Math.atan(y / x) / (2 * Math.PI);
        return x > 0 ? part : part + 0.5;
    }

    static void check(double x, double y, double z) {
        if (x == 0) return;
        double f = 10 * (z - 10 * turn(x, y));
        double g = 10 * (Math.sqrt(x * x + y * y) - 1);
        if (x < -0.5 && y > 0.1 && z > 3 && Math.abs(f) < 1e-10 && Math.abs(g) < 1e-10) reached();
    }
}
