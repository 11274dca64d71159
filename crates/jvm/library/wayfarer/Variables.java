package wayfarer;

/** Variable handles; called by the front end by name, and by the models of `MethodHandles`. */
public final class Variables {
    private Variables() {}

    /**
     * Offset of an element of an array or, if `shift` is negative, of a value in a byte array; its size is 0
     * if the call does not tell.
     */
    static long offset(Object array, int index, int shift, int size) {
        if (shift < 0 && size == 0) {
            Machine.unsupportedText("get of a view of a byte array whose value nobody uses");
        }
        int length = Machine.arrayLength(array);
        int bound = shift < 0 ? length - size + 1 : length;
        if (index < 0 || index >= bound) {
            if (shift < 0) {
                throw new IndexOutOfBoundsException(
                        "Index " + index + " out of bounds for length " + Math.max(bound, 0));
            }
            Throw.index(index, length);
        }
        return 8 + ((long) index << Math.max(shift, 0));
    }

    static short swap(short value, int swap) {
        return swap == 0 ? value : Short.reverseBytes(value);
    }

    static char swap(char value, int swap) {
        return swap == 0 ? value : Character.reverseBytes(value);
    }

    static int swap(int value, int swap) {
        return swap == 0 ? value : Integer.reverseBytes(value);
    }

    static long swap(long value, int swap) {
        return swap == 0 ? value : Long.reverseBytes(value);
    }

    static float swap(float value, int swap) {
        return swap == 0 ? value : Machine.bitsFloat(Integer.reverseBytes(Machine.floatBits(value)));
    }

    static double swap(double value, int swap) {
        return swap == 0 ? value : Machine.bitsDouble(Long.reverseBytes(Machine.doubleBits(value)));
    }

    static boolean same(float a, float b) {
        return Machine.floatBits(a) == Machine.floatBits(b);
    }

    static boolean same(double a, double b) {
        return Machine.doubleBits(a) == Machine.doubleBits(b);
    }

    /** A handle; see `dynamic/variable.rs`. */
    public static Object handle(Object base, long offset, int shift, int swap) {
        Class<?> c = Machine.classFind("wayfarer.VariableHandle");
        Object handle = Machine.newInstance(c);
        Machine.storeReference(handle, Machine.fieldOffset(c, "base"), base);
        Machine.storeLong(handle, Machine.fieldOffset(c, "offset"), offset);
        Machine.storeInt(handle, Machine.fieldOffset(c, "shift"), shift);
        Machine.storeInt(handle, Machine.fieldOffset(c, "swap"), swap);
        return handle;
    }

    /** Logarithm of the size of elements of a type. */
    public static int shift(Class<?> element) {
        if (element == long.class || element == double.class || !element.isPrimitive()) {
            return 3;
        }
        if (element == int.class || element == float.class) {
            return 2;
        }
        return element == short.class || element == char.class ? 1 : 0;
    }
}
