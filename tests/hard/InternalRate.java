// A rate at which a series of payments has no value.
//
// witness: 0.16340560068901727
public class InternalRate {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(double rate) {
        double[] payments = {-1000, 300, 420, 680};
        double value = 0, factor = 1;
        for (double payment : payments) {
            value += payment / factor;
            factor *= 1 + rate;
        }
        if (rate > 0 && Math.abs(value) < 1e-10) reached();
    }
}
