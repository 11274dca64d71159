package wayfarer;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Values that Wayfarer chooses. A program that asks for them is explored for all of them; a test that
 * Wayfarer wrote gives those of one path. Anywhere else they are zero, empty or null.
 */
public final class Wayfarer {
    /** An assumption does not hold: whatever happens behind it does not matter. */
    public static final class AssumptionFailed extends Error {
        private static final long serialVersionUID = 1L;

        AssumptionFailed() {
            super("an assumption does not hold", null, false, false);
        }
    }

    /** Stands for null, which a deque cannot hold. */
    private static final Object NULL = new Object();

    private static final Deque<Object> VALUES = new ArrayDeque<>();
    private static final Deque<Object> OBJECTS = new ArrayDeque<>();

    private Wayfarer() {
    }

    /** Called by tests: the values and objects that the program will ask for, each in order. */
    public static synchronized void replay(Object[] values, Object[] objects) {
        VALUES.clear();
        OBJECTS.clear();
        for (Object value : values) {
            VALUES.add(value);
        }
        for (Object object : objects) {
            OBJECTS.add(object == null ? NULL : object);
        }
    }

    private static synchronized Object next(Object otherwise) {
        Object value = VALUES.poll();
        return value == null ? otherwise : value;
    }

    private static synchronized Object nextObject() {
        Object object = OBJECTS.poll();
        return object == NULL ? null : object;
    }

    /** Any boolean. */
    public static boolean anyBoolean(String name) {
        return (Boolean) next(false);
    }

    /** Any byte. */
    public static byte anyByte(String name) {
        return (Byte) next((byte) 0);
    }

    /** Any short. */
    public static short anyShort(String name) {
        return (Short) next((short) 0);
    }

    /** Any char. */
    public static char anyChar(String name) {
        return (Character) next('\0');
    }

    /** Any int. */
    public static int anyInt(String name) {
        return (Integer) next(0);
    }

    /** Any long. */
    public static long anyLong(String name) {
        return (Long) next(0L);
    }

    /** Any float. */
    public static float anyFloat(String name) {
        return (Float) next(0f);
    }

    /** Any double. */
    public static double anyDouble(String name) {
        return (Double) next(0d);
    }

    /** Any string, but not null. */
    public static String anyString(String name) {
        Object object = nextObject();
        return object == null ? "" : (String) object;
    }

    /** Null or any object of a class or its subclasses. */
    public static <T> T anyObject(Class<T> type) {
        return type.cast(nextObject());
    }

    /** Null or any object of a class or its subclasses, with a name for messages. */
    public static <T> T anyObject(Class<T> type, String name) {
        return type.cast(nextObject());
    }

    /** Leaves out all values for which the condition is false. */
    public static void assume(boolean condition) {
        if (!condition) {
            throw new AssumptionFailed();
        }
    }

    /** Reports an error if there are values for which the condition is false. */
    public static void check(boolean condition) {
        if (!condition) {
            throw new AssertionError();
        }
    }

    /** Reports an error, with a message, if there are values for which the condition is false. */
    public static void check(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }
}
