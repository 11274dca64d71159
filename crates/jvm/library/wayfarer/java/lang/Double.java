package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of {@link java.lang.Double}. */
public final class Double {
    private Double() {}

    public static long doubleToRawLongBits(double value) {
        return Machine.doubleBits(value);
    }

    public static double longBitsToDouble(long bits) {
        return Machine.bitsDouble(bits);
    }
}
