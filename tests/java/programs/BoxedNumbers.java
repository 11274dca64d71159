// explore: BoxedNumbers
// options: --all-paths
// paths: 26
// exhaustive: true
// findings: none
// branches: all
// tests: confirmed

/** Boxed numbers have an identity: the small ones are the same object whenever they are boxed. */
public class BoxedNumbers {
    static String same(int x, int y) {
        Integer a = x;
        Integer b = y;
        if (a == b) {
            return "same";
        }
        return a.equals(b) ? "equal" : "different";
    }

    static String known(char c) {
        Character boxed = c;
        Character letter = 'x';
        if (boxed == letter) {
            return "x";
        }
        return boxed > 'x' ? "above" : "below";
    }

    static boolean shared(long x) {
        Object boxed = x;
        Object again = x;
        return boxed == again;
    }

    static String chosen(boolean first, byte x, byte y) {
        Byte a = x;
        Byte b = y;
        Byte c = first ? a : b;
        if (c == a && c == b) {
            return "both";
        }
        if (c.hashCode() > 100) {
            return "large";
        }
        return c == a ? "first" : "second";
    }
}
