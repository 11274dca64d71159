package wayfarer.java.lang;

import wayfarer.Machine;

/** Functions of {@link java.lang.Math} that it does not leave to `StrictMath`. */
public final class Math {
    private Math() {}

    public static double fma(double a, double b, double c) {
        return Machine.fma(a, b, c);
    }

    public static float fma(float a, float b, float c) {
        return Machine.fmaf(a, b, c);
    }
}
