/** 2^16 paths, one comparison each; and a method to see how long the first path takes. */
public class ComparePaths {
    static int count(byte a, byte b, byte c, byte d, byte e, byte f, byte g, byte h, byte i, byte j, byte k,
            byte l, byte m, byte n, byte o, byte p) {
        int count = 0;
        for (byte x : new byte[] {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p}) {
            if (x > 100) {
                count++;
            }
        }
        return count;
    }

    static void hello(String name) {
        System.out.println("hello, " + name);
    }
}
