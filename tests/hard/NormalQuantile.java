// A quantile of the normal distribution by an approximation of its integral.
//
// witness: 125.48999070916695, 124.51000929083307, 0.5000000126764774
public class NormalQuantile {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static double integral(double x) {
        double t = 1 / (1 + 0.2316419 * x);
        double sum = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return 1 - Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI) * sum;
    }

    static void check(double x, double mean, double deviation) {
        if (deviation < 0.5 || deviation > 20 || mean < 100) return;
        if (x > mean && Math.abs(integral((x - mean) / deviation) - 0.975) < 1e-9 && x + mean == 250) reached();
    }
}
