// explore: OddValues
// options: --junit 4
// findings: java.io.IOException 64, OddValues$Failure 69, java.lang.Error 74
// tests: confirmed

/** Values that are hard to write down, names that must not be used as they are, exceptions of every kind. */
public class OddValues {
    static double doubles(double x) {
        if (x != x) return x;
        if (1 / x == Double.NEGATIVE_INFINITY) return -0.0;
        if (x == Double.MIN_VALUE) return Double.MAX_VALUE;
        return x == Double.POSITIVE_INFINITY ? Double.NEGATIVE_INFINITY : 1e-5;
    }

    static float floats(float x) {
        return x != x ? x : 1 / x < 0 && x == 0 ? x : x == Float.MAX_VALUE ? Float.MIN_NORMAL : 0.1f;
    }

    static float[] floatArray(int kind) {
        return kind == 0 ? new float[] {-0.0f, 0.0f} : new float[] {Float.NaN, Float.POSITIVE_INFINITY};
    }

    static double[] doubleArray(boolean kind) {
        return kind ? new double[] {-0.0, Double.NaN} : new double[] {0.0};
    }

    static long longs(long x) {
        return x == Long.MIN_VALUE ? x : x == Long.MAX_VALUE ? -x : x == Integer.MIN_VALUE ? Integer.MAX_VALUE : 0;
    }

    static char chars(char c) {
        switch (c) {
            case '\'': return '\\';
            case '\n': return '"';
            case '\u2028': return '\ud800';
            case 0: return '\uffff';
            default: return c == 'u' ? '\r' : '\u007f';
        }
    }

    static String strings(int kind) {
        String[] all = {"\\u000a", "\"", "\ud83d\ude00", "\udc00\ud83d", "a\0" + 7, "\b\f\t\r\n\\", "*/", "\\" + "u0022", "é\u0085"};
        return kind >= 0 && kind < all.length ? all[kind] : null;
    }

    static boolean sought(String text) {
        return text != null && text.equals("\\u\"\n\t'\u00e9");
    }

    static byte bytes(byte b) {
        return (byte) (b == Byte.MIN_VALUE ? -b : b == 1 ? 127 : 0);
    }

    static int names(int record, int var, int yield, int $dollar, int sealed, int _under, int result, int thrown, int array1) {
        return record == 1 ? var : yield == 1 ? $dollar : sealed == 1 ? _under : result == 1 ? thrown : array1;
    }

    static Object $odd$name(Object[] result, int[] thrown) {
        return result == null ? thrown : result.length == 1 ? result : null;
    }

    static int checked(int x) throws java.io.IOException, Failure {
        if (x == 1) {
            throw new java.io.IOException("a \"quoted\"\nmessage\\u000a");
        }
        if (x == 2) {
            // Its message is null.
            int y = x + 1;
            throw new Failure(y);
        }
        if (x == 3) {
            String message = null;
            int z = x;
            throw new Error(message, null);
        }
        return x;
    }

    static class Failure extends Exception {
        private static final long serialVersionUID = 1;
        final int code;

        Failure(int code) {
            this.code = code;
        }
    }

    static Integer boxed(Integer first, Long second, Character third, Double fourth) {
        if (first != null && second != null && first == second.intValue()) return first;
        if (third != null && third == '\u0000') return Integer.valueOf(third);
        return fourth != null && fourth.isNaN() ? Integer.valueOf(1000) : null;
    }

    static Boolean flags(boolean[] flags, Boolean last) {
        return flags != null && flags.length == 3 && flags[2] ? last : Boolean.TRUE;
    }
}
