/** Integer arithmetic of every width: wrapping, division, shifts, casts, comparisons. */
public class IntArithmetic {
    static final int[] INTS = {0, 1, -1, 2, 7, -7, 31, 32, 33, 100, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x55555555};
    static final long[] LONGS = {0, 1, -1, 63, 64, 65, 1L << 32, -(1L << 32), Long.MAX_VALUE, Long.MIN_VALUE, 0x123456789abcdefL};

    static void ints(int a, int b) {
        System.out.println(a + " " + b + ": " + (a + b) + " " + (a - b) + " " + (a * b) + " " + (a & b) + " " + (a | b) + " " + (a ^ b)
                + " " + (a << b) + " " + (a >> b) + " " + (a >>> b) + " " + (-a) + " " + (~a)
                + " " + (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b));
        try {
            System.out.println("  / " + (a / b) + " % " + (a % b));
        } catch (ArithmeticException e) {
            System.out.println("  " + e.getMessage());
        }
        byte x = (byte) a;
        short y = (short) a;
        char c = (char) a;
        System.out.println("  " + x + " " + y + " " + (int) c + " " + (long) a + " " + (byte) (x + b) + " " + (short) (y * b) + " " + (int) (char) (c + b));
        x += b;
        y -= b;
        c *= b;
        System.out.println("  " + x + " " + y + " " + (int) c);
        int i = a;
        i++;
        i += 1000;
        i += 40000;
        --i;
        System.out.println("  " + i);
    }

    static void longs(long a, long b) {
        System.out.println(a + " " + b + ": " + (a + b) + " " + (a - b) + " " + (a * b) + " " + (a & b) + " " + (a | b) + " " + (a ^ b)
                + " " + (a << (int) b) + " " + (a >> b) + " " + (a >>> b) + " " + (-a) + " " + (~a)
                + " " + (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b) + " " + (int) a + " " + Long.compare(a, b));
        try {
            System.out.println("  / " + (a / b) + " % " + (a % b));
        } catch (ArithmeticException e) {
            System.out.println("  " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        for (int a : INTS) for (int b : INTS) ints(a, b);
        for (long a : LONGS) for (long b : LONGS) longs(a, b);
        System.out.println(Math.floorMod(-7, 3) + " " + Math.floorDiv(-7, 3) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.max(3, -4) + " " + Math.min(3L, -4L));
        System.out.println(Integer.bitCount(0xf0f0) + " " + Integer.reverse(1) + " " + Integer.highestOneBit(1000) + " " + Integer.numberOfLeadingZeros(1) + " " + Long.numberOfTrailingZeros(8)
                + " " + Integer.rotateLeft(0x80000001, 4) + " " + Integer.toHexString(-1) + " " + Integer.toBinaryString(10) + " " + Long.toString(255, 16) + " " + Integer.parseInt("-123") + " " + Integer.toUnsignedString(-1)
                + " " + Integer.divideUnsigned(-1, 3) + " " + Long.remainderUnsigned(-1L, 7) + " " + Integer.compareUnsigned(-1, 1) + " " + Long.reverseBytes(1) + " " + Short.toUnsignedInt((short) -1));
        String[] exact = {"addExact", "multiplyExact", "negateExact", "toIntExact", "incrementExact"};
        for (String name : exact) {
            try {
                switch (name) {
                    case "addExact" -> System.out.println(Math.addExact(Integer.MAX_VALUE, 1));
                    case "multiplyExact" -> System.out.println(Math.multiplyExact(1L << 40, 1L << 40));
                    case "negateExact" -> System.out.println(Math.negateExact(Integer.MIN_VALUE));
                    case "toIntExact" -> System.out.println(Math.toIntExact(1L << 33));
                    default -> System.out.println(Math.incrementExact(7));
                }
            } catch (ArithmeticException e) {
                System.out.println(name + ": " + e.getMessage());
            }
        }
    }
}
