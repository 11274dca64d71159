package wayfarer.java.lang.reflect;

import wayfarer.Machine;

/** Natives of {@link java.lang.reflect.Array}. */
public final class Array {
    private Array() {}

    private static IllegalArgumentException mismatch(Object array) {
        return new IllegalArgumentException(Machine.classElement(Machine.classOfObject(array)) == null ? "Argument is not an array" : "argument type mismatch");
    }

    public static int getLength(Object array) {
        java.util.Objects.requireNonNull(array);
        if (Machine.classElement(Machine.classOfObject(array)) == null) throw new IllegalArgumentException("Argument is not an array");
        return Machine.arrayLength(array);
    }

    public static Object newArray(Class<?> element, int length) {
        if (java.util.Objects.requireNonNull(element) == void.class) throw new IllegalArgumentException();
        if (length < 0) throw new NegativeArraySizeException(String.valueOf(length));
        return Machine.newArrayOf(element, length);
    }

    public static Object multiNewArray(Class<?> element, int[] lengths) {
        java.util.Objects.requireNonNull(element);
        if (java.util.Objects.requireNonNull(lengths).length == 0) throw new IllegalArgumentException();
        for (int length : lengths) if (length < 0) throw new NegativeArraySizeException(String.valueOf(length));
        if (element == void.class) throw new IllegalArgumentException();
        Class<?> c = element;
        for (int i = 1; i < lengths.length; i++) c = Machine.classArray(c);
        return fill(c, lengths, 0);
    }

    private static Object fill(Class<?> element, int[] lengths, int at) {
        Object array = Machine.newArrayOf(element, lengths[at]);
        if (at + 1 < lengths.length) {
            Object[] all = (Object[]) array;
            for (int i = 0; i < all.length; i++) all[i] = fill(Machine.classElement(element), lengths, at + 1);
        }
        return array;
    }

    public static Object get(Object array, int index) {
        if (array instanceof Object[]) return ((Object[]) array)[index];
        if (array instanceof int[]) return ((int[]) array)[index];
        if (array instanceof byte[]) return ((byte[]) array)[index];
        if (array instanceof char[]) return ((char[]) array)[index];
        if (array instanceof long[]) return ((long[]) array)[index];
        if (array instanceof double[]) return ((double[]) array)[index];
        if (array instanceof float[]) return ((float[]) array)[index];
        if (array instanceof short[]) return ((short[]) array)[index];
        if (array instanceof boolean[]) return ((boolean[]) array)[index];
        throw mismatch(java.util.Objects.requireNonNull(array));
    }

    public static boolean getBoolean(Object array, int index) {
        if (array instanceof boolean[]) return ((boolean[]) array)[index];
        throw mismatch(java.util.Objects.requireNonNull(array));
    }

    public static byte getByte(Object array, int index) {
        if (array instanceof byte[]) return ((byte[]) array)[index];
        throw mismatch(java.util.Objects.requireNonNull(array));
    }

    public static char getChar(Object array, int index) {
        if (array instanceof char[]) return ((char[]) array)[index];
        throw mismatch(java.util.Objects.requireNonNull(array));
    }

    public static short getShort(Object array, int index) {
        if (array instanceof short[]) return ((short[]) array)[index];
        if (array instanceof byte[]) return ((byte[]) array)[index];
        throw mismatch(java.util.Objects.requireNonNull(array));
    }

    public static int getInt(Object array, int index) {
        if (array instanceof int[]) return ((int[]) array)[index];
        if (array instanceof char[]) return ((char[]) array)[index];
        return getShort(array, index);
    }

    public static long getLong(Object array, int index) {
        if (array instanceof long[]) return ((long[]) array)[index];
        return getInt(array, index);
    }

    public static float getFloat(Object array, int index) {
        if (array instanceof float[]) return ((float[]) array)[index];
        return getLong(array, index);
    }

    public static double getDouble(Object array, int index) {
        if (array instanceof double[]) return ((double[]) array)[index];
        return getFloat(array, index);
    }

    public static void set(Object array, int index, Object value) {
        if (array instanceof Object[]) {
            Class<?> element = Machine.classElement(Machine.classOfObject(array));
            if (value != null && Machine.classIsInstance(element, value) == 0) throw new IllegalArgumentException("array element type mismatch");
            ((Object[]) array)[index] = value;
        } else if (value instanceof Integer) {
            setInt(array, index, (Integer) value);
        } else if (value instanceof Long) {
            setLong(array, index, (Long) value);
        } else if (value instanceof Double) {
            setDouble(array, index, (Double) value);
        } else if (value instanceof Character) {
            setChar(array, index, (Character) value);
        } else if (value instanceof Byte) {
            setByte(array, index, (Byte) value);
        } else if (value instanceof Boolean) {
            setBoolean(array, index, (Boolean) value);
        } else if (value instanceof Float) {
            setFloat(array, index, (Float) value);
        } else if (value instanceof Short) {
            setShort(array, index, (Short) value);
        } else if (value == null && Machine.classElement(Machine.classOfObject(java.util.Objects.requireNonNull(array))) != null) {
            throw new IllegalArgumentException();
        } else {
            throw mismatch(java.util.Objects.requireNonNull(array));
        }
    }

    public static void setBoolean(Object array, int index, boolean value) {
        if (!(array instanceof boolean[])) throw mismatch(java.util.Objects.requireNonNull(array));
        ((boolean[]) array)[index] = value;
    }

    public static void setByte(Object array, int index, byte value) {
        if (array instanceof byte[]) ((byte[]) array)[index] = value;
        else setShort(array, index, value);
    }

    public static void setChar(Object array, int index, char value) {
        if (array instanceof char[]) ((char[]) array)[index] = value;
        else setInt(array, index, value);
    }

    public static void setShort(Object array, int index, short value) {
        if (array instanceof short[]) ((short[]) array)[index] = value;
        else setInt(array, index, value);
    }

    public static void setInt(Object array, int index, int value) {
        if (array instanceof int[]) ((int[]) array)[index] = value;
        else setLong(array, index, value);
    }

    public static void setLong(Object array, int index, long value) {
        if (array instanceof long[]) ((long[]) array)[index] = value;
        else setFloat(array, index, value);
    }

    public static void setFloat(Object array, int index, float value) {
        if (array instanceof float[]) ((float[]) array)[index] = value;
        else setDouble(array, index, value);
    }

    public static void setDouble(Object array, int index, double value) {
        if (!(array instanceof double[])) throw mismatch(java.util.Objects.requireNonNull(array));
        ((double[]) array)[index] = value;
    }
}
