package wayfarer.java.util.zip;

/** Natives of {@link java.util.zip.Adler32}. */
public final class Adler32 {
    private Adler32() {}

    private static final int BASE = 65521;

    /** The original loads a native library. */
    public static void __clinit__() {}

    public static int update(int adler, int b) {
        int low = ((adler & 0xffff) + (b & 0xff)) % BASE;
        int high = ((adler >>> 16) + low) % BASE;
        return high << 16 | low;
    }

    public static int updateBytes(int adler, byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) adler = update(adler, bytes[i]);
        return adler;
    }
}
