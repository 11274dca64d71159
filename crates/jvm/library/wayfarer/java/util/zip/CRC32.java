package wayfarer.java.util.zip;

/** Natives of {@link java.util.zip.CRC32}. */
public final class CRC32 {
    private CRC32() {}

    private static final int POLYNOMIAL = 0xedb88320;
    private static final int[] TABLE = new int[256];

    static {
        for (int i = 0; i < 256; i++) {
            int value = i;
            for (int bit = 0; bit < 8; bit++) value = (value & 1) != 0 ? value >>> 1 ^ POLYNOMIAL : value >>> 1;
            TABLE[i] = value;
        }
    }

    /** The original loads a native library. */
    public static void __clinit__() {}

    public static int update(int crc, int b) {
        crc = ~crc;
        return ~(TABLE[(crc ^ b) & 0xff] ^ crc >>> 8);
    }

    public static int updateBytes0(int crc, byte[] bytes, int from, int length) {
        crc = ~crc;
        for (int i = from; i < from + length; i++) crc = TABLE[(crc ^ bytes[i]) & 0xff] ^ crc >>> 8;
        return ~crc;
    }
}
