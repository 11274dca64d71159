// Rosenbrock's function in six doubles.
//
// witness: 1, 1, 1, 1, 1, 1
public class RosenbrockChain {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(double a, double b, double c, double d, double e, double f) {
        double[] x = {a, b, c, d, e, f};
        double sum = 0;
        for (int i = 0; i + 1 < x.length; i++) {
            double slope = x[i + 1] - x[i] * x[i];
            sum += 100 * slope * slope + (1 - x[i]) * (1 - x[i]);
        }
        if (sum < 1e-8) reached();
    }
}
