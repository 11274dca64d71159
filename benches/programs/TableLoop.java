/** An integer loop with table look-ups, nothing symbolic: a CRC over a generated message. */
public class TableLoop {
    private static final int[] TABLE = new int[256];

    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        for (int i = 0; i < 256; i++) {
            int c = i;
            for (int k = 0; k < 8; k++) {
                c = (c & 1) != 0 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
            }
            TABLE[i] = c;
        }
        int crc = -1;
        int generated = 1;
        for (int i = 0; i < rounds * 1_000_000; i++) {
            generated = generated * 1103515245 + 12345;
            crc = TABLE[(crc ^ (generated >>> 16)) & 0xff] ^ (crc >>> 8);
        }
        System.out.println(Integer.toHexString(crc));
    }
}
