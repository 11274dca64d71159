// The CRC-16 of three ints.
//
// witness: 3018803, 2000000, 1500000
public class CyclicChecksum {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(int a, int b, int c) {
        int crc = 0xffff;
        for (int word : new int[] {a, b, c}) {
            for (int bit = 31; bit >= 0; bit--) {
                int one = (crc >> 15 ^ word >> bit) & 1;
                crc = (crc << 1 ^ 0x1021 & -one) & 0xffff;
            }
        }
        if (crc == 0x1d0f && a > b && b > c && c > 1_000_000) reached();
    }
}
