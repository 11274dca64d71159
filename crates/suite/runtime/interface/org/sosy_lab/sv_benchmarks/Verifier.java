package org.sosy_lab.sv_benchmarks;

import wayfarer.Wayfarer;

/** The interface of SV-COMP's programs. */
public final class Verifier {
    private Verifier() {}

    public static void assume(boolean condition) {
        Wayfarer.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Wayfarer.anyBoolean("nondetBoolean");
    }

    public static byte nondetByte() {
        return Wayfarer.anyByte("nondetByte");
    }

    public static short nondetShort() {
        return Wayfarer.anyShort("nondetShort");
    }

    public static char nondetChar() {
        return Wayfarer.anyChar("nondetChar");
    }

    public static int nondetInt() {
        return Wayfarer.anyInt("nondetInt");
    }

    public static long nondetLong() {
        return Wayfarer.anyLong("nondetLong");
    }

    public static float nondetFloat() {
        return Wayfarer.anyFloat("nondetFloat");
    }

    public static double nondetDouble() {
        return Wayfarer.anyDouble("nondetDouble");
    }

    public static String nondetString() {
        return Wayfarer.anyString("nondetString");
    }
}
