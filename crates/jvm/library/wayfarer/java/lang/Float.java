package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of {@link java.lang.Float}. */
public final class Float {
    private Float() {}

    public static int floatToRawIntBits(float value) {
        return Machine.floatBits(value);
    }

    public static float intBitsToFloat(int bits) {
        return Machine.bitsFloat(bits);
    }
}
