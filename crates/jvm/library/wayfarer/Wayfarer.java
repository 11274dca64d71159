package wayfarer;

/** The in-source interface in the machine: every value is a free input. */
public final class Wayfarer {
    /** A flag of {@link Machine#lazyInput}, as the front end has it. */
    private static final int NOT_NULL = 1;

    private Wayfarer() {}

    public static boolean anyBoolean(String name) {
        return Machine.inputValue('Z', name) != 0;
    }

    public static byte anyByte(String name) {
        return (byte) Machine.inputValue('B', name);
    }

    public static short anyShort(String name) {
        return (short) Machine.inputValue('S', name);
    }

    public static char anyChar(String name) {
        return (char) Machine.inputValue('C', name);
    }

    public static int anyInt(String name) {
        return (int) Machine.inputValue('I', name);
    }

    public static long anyLong(String name) {
        return Machine.inputValue('J', name);
    }

    public static float anyFloat(String name) {
        return Machine.bitsFloat((int) Machine.inputValue('F', name));
    }

    public static double anyDouble(String name) {
        return Machine.bitsDouble(Machine.inputValue('D', name));
    }

    public static String anyString(String name) {
        return (String) Machine.lazyInput(Machine.classToId(String.class), name, NOT_NULL);
    }

    @SuppressWarnings("unchecked")
    public static <T> T anyObject(Class<T> type) {
        return (T) Machine.lazyInput(Machine.classToId(type), type.getSimpleName(), 0);
    }

    @SuppressWarnings("unchecked")
    public static <T> T anyObject(Class<T> type, String name) {
        return (T) Machine.lazyInput(Machine.classToId(type), name, 0);
    }

    public static void assume(boolean condition) {
        Machine.assume(condition ? 1 : 0);
    }

    public static void check(boolean condition) {
        if (!condition) throw new AssertionError();
    }

    public static void check(boolean condition, String message) {
        if (!condition) throw new AssertionError(message);
    }
}
