package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of {@link java.lang.StrictMath}: those with exact rounding are instructions of the machine, the others are computed by the host. */
public final class StrictMath {
    private StrictMath() {}

    public static double acos(double x) {
        return Machine.math1(0, x);
    }

    public static double asin(double x) {
        return Machine.math1(2, x);
    }

    public static double atan(double x) {
        return Machine.math1(4, x);
    }

    public static double cos(double x) {
        return Machine.math1(12, x);
    }

    public static double sin(double x) {
        return Machine.math1(14, x);
    }

    public static double tan(double x) {
        return Machine.math1(16, x);
    }

    public static double cosh(double x) {
        return Machine.math1(18, x);
    }

    public static double sinh(double x) {
        return Machine.math1(20, x);
    }

    public static double tanh(double x) {
        return Machine.math1(22, x);
    }

    public static double exp(double x) {
        return Machine.math1(24, x);
    }

    public static double expm1(double x) {
        return Machine.math1(30, x);
    }

    public static double log(double x) {
        return Machine.math1(32, x);
    }

    public static double log10(double x) {
        return Machine.math1(36, x);
    }

    public static double log1p(double x) {
        return Machine.math1(38, x);
    }

    public static double pow(double x, double y) {
        double power = Machine.math2(60, x, y);
        // In C every power of 1, and an infinite one of -1, is 1.
        boolean none = power == 1.0 && y != 0.0 && (y != y || y - y != 0.0);
        return none ? java.lang.Double.NaN : power;
    }

    public static double atan2(double x, double y) {
        return Machine.math2(58, x, y);
    }

    public static double hypot(double x, double y) {
        return Machine.math2(62, x, y);
    }

    public static double sqrt(double x) {
        return Machine.sqrt(x);
    }

    public static double floor(double x) {
        return Machine.floor(x);
    }

    public static double ceil(double x) {
        return Machine.ceil(x);
    }

    public static double rint(double x) {
        return Machine.rint(x);
    }

    public static double IEEEremainder(double x, double y) {
        return Machine.remainder(x, y);
    }
}
