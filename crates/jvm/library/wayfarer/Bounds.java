package wayfarer;

/**
 * Messages of exceptions about indices and lengths, made when they are asked for: the numbers in them
 * may depend on inputs, and writing them out takes a path for each number of digits.
 */
public final class Bounds {
    private Bounds() {}

    public static final int INDEX = 1;
    public static final int LENGTH = 2;
    public static final int STRING_INDEX = 3;
    public static final int RANGE = 4;
    public static final int RANGE_SIZE = 5;
    public static final int INDEX_LENGTH = 6;
    public static final int BEGIN_END = 7;
    public static final int OFFSET_COUNT = 8;
    public static final int OFFSET = 9;

    /** Gives an exception without message one of a kind. */
    public static <E extends Throwable> E with(E exception, int kind, int a, int b, int c) {
        long at = Machine.throwableDetail();
        Machine.storeInt(exception, at, kind);
        Machine.storeInt(exception, at + 4, a);
        Machine.storeInt(exception, at + 8, b);
        Machine.storeInt(exception, at + 12, c);
        return exception;
    }

    /** The message of an exception that has one of these kinds; null for others. */
    public static String message(Throwable exception) {
        long at = Machine.throwableDetail();
        int kind = Machine.loadInt(exception, at);
        if (kind == 0) {
            return null;
        }
        int a = Machine.loadInt(exception, at + 4);
        int b = Machine.loadInt(exception, at + 8);
        int c = Machine.loadInt(exception, at + 12);
        switch (kind) {
            case INDEX:
                return "Index " + a + " out of bounds for length " + b;
            case LENGTH:
                return Integer.toString(a);
            case STRING_INDEX:
                return "String index out of range: " + a;
            case RANGE:
                return "Range [" + a + ", " + b + ") out of bounds for length " + c;
            case RANGE_SIZE:
                return "Range [" + a + ", " + a + " + " + b + ") out of bounds for length " + c;
            case INDEX_LENGTH:
                return "index " + a + ", length " + b;
            case BEGIN_END:
                return "begin " + a + ", end " + b + ", length " + c;
            case OFFSET_COUNT:
                return "offset " + a + ", count " + b + ", length " + c;
            case OFFSET:
                return "offset " + a + ", length " + b;
            default:
                return null;
        }
    }

    /** Fixes the numbers in the messages of an exception and its causes, at the end of a path. */
    static void settle(Throwable exception) {
        long at = Machine.throwableDetail();
        int depth = 0;
        for (Throwable e = exception; e != null && depth < 100; e = e.getCause()) {
            for (int i = 4; i <= 12; i += 4) {
                Machine.storeInt(e, at + i, (int) Machine.modelValue(Machine.loadInt(e, at + i)));
            }
            depth++;
        }
    }
}
