// Exceptions that leave a method, or are caught, by any of its lines take no path through the first that may throw.
// reach: Unwinds.calls --target Unwinds.java:12
//   Unwinds.java:12: unreachable
// reach: Unwinds.divides --target Unwinds.java:19
//   Unwinds.java:19: unreachable
// reach: Unwinds.caught --target Unwinds.java:27
//   Unwinds.java:27: reached
public class Unwinds {
    static void hit() { }
    static void calls(byte x, byte y) {
        if (x == 100 && x == 101)
            hit();
        if (y > 2)
            throw new IllegalStateException();
    }

    static int divides(byte x, byte y) {
        if (x == 100 && x == 101)
            x = (byte) (3 / y);
        return 5 % y;
    }

    static int caught(byte x, byte y) {
        int z = 0;
        try {
            if (x == 100)
                hit();
            else
                z = 5;
            if (y > 2)
                throw new IllegalStateException();
        } catch (IllegalStateException e) {
            z = 6;
        }
        return z;
    }
}
