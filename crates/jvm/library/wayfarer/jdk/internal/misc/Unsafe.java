package wayfarer.jdk.internal.misc;

import wayfarer.Machine;

/** Natives of jdk.internal.misc.Unsafe. There is one thread: every access is volatile and atomic. */
public final class Unsafe {
    private Unsafe() {}

    /** Bytes before the elements of an array, whatever their type. */
    private static final int ARRAY_BASE = 8;

    /** The thread may pass one {@link #park}. */
    private static boolean permit;

    public static void registerNatives() {}

    public static int arrayBaseOffset0(Object self, Class<?> array) {
        return ARRAY_BASE;
    }

    public static int arrayIndexScale0(Object self, Class<?> array) {
        Class<?> element = Machine.classElement(array);
        if (element == boolean.class || element == byte.class) return 1;
        if (element == char.class || element == short.class) return 2;
        if (element == int.class || element == float.class) return 4;
        return 8;
    }

    public static int addressSize0(Object self) {
        return 8;
    }

    public static int pageSize(Object self) {
        return 4096;
    }

    public static boolean isBigEndian0(Object self) {
        return false;
    }

    public static boolean unalignedAccess0(Object self) {
        return true;
    }

    public static long objectFieldOffset1(Object self, Class<?> c, String name) {
        for (Class<?> declaring = c; declaring != null; declaring = Machine.classSuper(declaring)) {
            long offset = Machine.fieldOffset(declaring, name);
            if (offset >= 0) return offset;
        }
        throw new InternalError(name);
    }

    public static long objectFieldOffset(Object self, java.lang.reflect.Field field) {
        return Machine.fieldOffset(field.getDeclaringClass(), field.getName());
    }

    public static long staticFieldOffset(Object self, java.lang.reflect.Field field) {
        return Machine.fieldOffset(field.getDeclaringClass(), field.getName());
    }

    public static Object staticFieldBase(Object self, java.lang.reflect.Field field) {
        Machine.initialise(field.getDeclaringClass());
        return Machine.classStatics(field.getDeclaringClass());
    }

    public static Object allocateInstance(Object self, Class<?> c) {
        Machine.initialise(java.util.Objects.requireNonNull(c));
        return Machine.newInstance(c);
    }

    public static Object allocateUninitializedArray(Object self, Class<?> element, int length) {
        if (length < 0) throw new IllegalArgumentException("Negative length");
        return Machine.newArrayOf(element, length);
    }

    public static void ensureClassInitialized0(Object self, Class<?> c) {
        Machine.initialise(c);
    }

    public static boolean shouldBeInitialized0(Object self, Class<?> c) {
        return Machine.classState(Machine.classToId(c)) == 0;
    }

    public static void fullFence(Object self) {}

    public static void loadFence(Object self) {}

    public static void storeFence(Object self) {}

    /** There is no other thread that could end it; one with a limit of time ends at once. */
    public static void park(Object self, boolean absolute, long time) {
        if (!permit && !absolute && time == 0) Machine.unsupportedText("LockSupport.park without another thread");
        permit = false;
    }

    public static void unpark(Object self, Object thread) {
        permit = true;
    }

    public static void throwException(Object self, Throwable exception) throws Throwable {
        throw exception;
    }

    public static void setMemory0(Object self, Object object, long offset, long bytes, byte value) {
        for (long i = 0; i < bytes; i++) Machine.storeByte(object, offset + i, value);
    }

    public static void copyMemory0(Object self, Object from, long offset, Object to, long toOffset, long bytes) {
        if (from == to && offset < toOffset) {
            for (long i = bytes - 1; i >= 0; i--) Machine.storeByte(to, toOffset + i, Machine.loadByte(from, offset + i));
        } else {
            for (long i = 0; i < bytes; i++) Machine.storeByte(to, toOffset + i, Machine.loadByte(from, offset + i));
        }
    }

    public static boolean getBoolean(Object self, Object object, long offset) {
        return Machine.loadBoolean(object, offset);
    }

    public static boolean getBooleanVolatile(Object self, Object object, long offset) {
        return Machine.loadBoolean(object, offset);
    }

    public static boolean getBooleanAcquire(Object self, Object object, long offset) {
        return Machine.loadBoolean(object, offset);
    }

    public static boolean getBooleanOpaque(Object self, Object object, long offset) {
        return Machine.loadBoolean(object, offset);
    }

    public static void putBoolean(Object self, Object object, long offset, boolean value) {
        Machine.storeBoolean(object, offset, value);
    }

    public static void putBooleanVolatile(Object self, Object object, long offset, boolean value) {
        Machine.storeBoolean(object, offset, value);
    }

    public static void putBooleanRelease(Object self, Object object, long offset, boolean value) {
        Machine.storeBoolean(object, offset, value);
    }

    public static void putBooleanOpaque(Object self, Object object, long offset, boolean value) {
        Machine.storeBoolean(object, offset, value);
    }

    public static byte getByte(Object self, Object object, long offset) {
        return Machine.loadByte(object, offset);
    }

    public static byte getByteVolatile(Object self, Object object, long offset) {
        return Machine.loadByte(object, offset);
    }

    public static byte getByteAcquire(Object self, Object object, long offset) {
        return Machine.loadByte(object, offset);
    }

    public static byte getByteOpaque(Object self, Object object, long offset) {
        return Machine.loadByte(object, offset);
    }

    public static void putByte(Object self, Object object, long offset, byte value) {
        Machine.storeByte(object, offset, value);
    }

    public static void putByteVolatile(Object self, Object object, long offset, byte value) {
        Machine.storeByte(object, offset, value);
    }

    public static void putByteRelease(Object self, Object object, long offset, byte value) {
        Machine.storeByte(object, offset, value);
    }

    public static void putByteOpaque(Object self, Object object, long offset, byte value) {
        Machine.storeByte(object, offset, value);
    }

    public static char getChar(Object self, Object object, long offset) {
        return Machine.loadChar(object, offset);
    }

    public static char getCharVolatile(Object self, Object object, long offset) {
        return Machine.loadChar(object, offset);
    }

    public static char getCharAcquire(Object self, Object object, long offset) {
        return Machine.loadChar(object, offset);
    }

    public static char getCharOpaque(Object self, Object object, long offset) {
        return Machine.loadChar(object, offset);
    }

    public static void putChar(Object self, Object object, long offset, char value) {
        Machine.storeChar(object, offset, value);
    }

    public static void putCharVolatile(Object self, Object object, long offset, char value) {
        Machine.storeChar(object, offset, value);
    }

    public static void putCharRelease(Object self, Object object, long offset, char value) {
        Machine.storeChar(object, offset, value);
    }

    public static void putCharOpaque(Object self, Object object, long offset, char value) {
        Machine.storeChar(object, offset, value);
    }

    public static short getShort(Object self, Object object, long offset) {
        return Machine.loadShort(object, offset);
    }

    public static short getShortVolatile(Object self, Object object, long offset) {
        return Machine.loadShort(object, offset);
    }

    public static short getShortAcquire(Object self, Object object, long offset) {
        return Machine.loadShort(object, offset);
    }

    public static short getShortOpaque(Object self, Object object, long offset) {
        return Machine.loadShort(object, offset);
    }

    public static void putShort(Object self, Object object, long offset, short value) {
        Machine.storeShort(object, offset, value);
    }

    public static void putShortVolatile(Object self, Object object, long offset, short value) {
        Machine.storeShort(object, offset, value);
    }

    public static void putShortRelease(Object self, Object object, long offset, short value) {
        Machine.storeShort(object, offset, value);
    }

    public static void putShortOpaque(Object self, Object object, long offset, short value) {
        Machine.storeShort(object, offset, value);
    }

    public static int getInt(Object self, Object object, long offset) {
        return Machine.loadInt(object, offset);
    }

    public static int getIntVolatile(Object self, Object object, long offset) {
        return Machine.loadInt(object, offset);
    }

    public static int getIntAcquire(Object self, Object object, long offset) {
        return Machine.loadInt(object, offset);
    }

    public static int getIntOpaque(Object self, Object object, long offset) {
        return Machine.loadInt(object, offset);
    }

    public static void putInt(Object self, Object object, long offset, int value) {
        Machine.storeInt(object, offset, value);
    }

    public static void putIntVolatile(Object self, Object object, long offset, int value) {
        Machine.storeInt(object, offset, value);
    }

    public static void putIntRelease(Object self, Object object, long offset, int value) {
        Machine.storeInt(object, offset, value);
    }

    public static void putIntOpaque(Object self, Object object, long offset, int value) {
        Machine.storeInt(object, offset, value);
    }

    public static long getLong(Object self, Object object, long offset) {
        return Machine.loadLong(object, offset);
    }

    public static long getLongVolatile(Object self, Object object, long offset) {
        return Machine.loadLong(object, offset);
    }

    public static long getLongAcquire(Object self, Object object, long offset) {
        return Machine.loadLong(object, offset);
    }

    public static long getLongOpaque(Object self, Object object, long offset) {
        return Machine.loadLong(object, offset);
    }

    public static void putLong(Object self, Object object, long offset, long value) {
        Machine.storeLong(object, offset, value);
    }

    public static void putLongVolatile(Object self, Object object, long offset, long value) {
        Machine.storeLong(object, offset, value);
    }

    public static void putLongRelease(Object self, Object object, long offset, long value) {
        Machine.storeLong(object, offset, value);
    }

    public static void putLongOpaque(Object self, Object object, long offset, long value) {
        Machine.storeLong(object, offset, value);
    }

    public static float getFloat(Object self, Object object, long offset) {
        return Machine.loadFloat(object, offset);
    }

    public static float getFloatVolatile(Object self, Object object, long offset) {
        return Machine.loadFloat(object, offset);
    }

    public static float getFloatAcquire(Object self, Object object, long offset) {
        return Machine.loadFloat(object, offset);
    }

    public static float getFloatOpaque(Object self, Object object, long offset) {
        return Machine.loadFloat(object, offset);
    }

    public static void putFloat(Object self, Object object, long offset, float value) {
        Machine.storeFloat(object, offset, value);
    }

    public static void putFloatVolatile(Object self, Object object, long offset, float value) {
        Machine.storeFloat(object, offset, value);
    }

    public static void putFloatRelease(Object self, Object object, long offset, float value) {
        Machine.storeFloat(object, offset, value);
    }

    public static void putFloatOpaque(Object self, Object object, long offset, float value) {
        Machine.storeFloat(object, offset, value);
    }

    public static double getDouble(Object self, Object object, long offset) {
        return Machine.loadDouble(object, offset);
    }

    public static double getDoubleVolatile(Object self, Object object, long offset) {
        return Machine.loadDouble(object, offset);
    }

    public static double getDoubleAcquire(Object self, Object object, long offset) {
        return Machine.loadDouble(object, offset);
    }

    public static double getDoubleOpaque(Object self, Object object, long offset) {
        return Machine.loadDouble(object, offset);
    }

    public static void putDouble(Object self, Object object, long offset, double value) {
        Machine.storeDouble(object, offset, value);
    }

    public static void putDoubleVolatile(Object self, Object object, long offset, double value) {
        Machine.storeDouble(object, offset, value);
    }

    public static void putDoubleRelease(Object self, Object object, long offset, double value) {
        Machine.storeDouble(object, offset, value);
    }

    public static void putDoubleOpaque(Object self, Object object, long offset, double value) {
        Machine.storeDouble(object, offset, value);
    }

    public static Object getReference(Object self, Object object, long offset) {
        return Machine.loadReference(object, offset);
    }

    public static Object getReferenceVolatile(Object self, Object object, long offset) {
        return Machine.loadReference(object, offset);
    }

    public static Object getReferenceAcquire(Object self, Object object, long offset) {
        return Machine.loadReference(object, offset);
    }

    public static Object getReferenceOpaque(Object self, Object object, long offset) {
        return Machine.loadReference(object, offset);
    }

    public static void putReference(Object self, Object object, long offset, Object value) {
        Machine.storeReference(object, offset, value);
    }

    public static void putReferenceVolatile(Object self, Object object, long offset, Object value) {
        Machine.storeReference(object, offset, value);
    }

    public static void putReferenceRelease(Object self, Object object, long offset, Object value) {
        Machine.storeReference(object, offset, value);
    }

    public static void putReferenceOpaque(Object self, Object object, long offset, Object value) {
        Machine.storeReference(object, offset, value);
    }

    public static boolean compareAndSetInt(Object self, Object object, long offset, int expected, int value) {
        if (Machine.loadInt(object, offset) != expected) return false;
        Machine.storeInt(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetInt(Object self, Object object, long offset, int expected, int value) {
        if (Machine.loadInt(object, offset) != expected) return false;
        Machine.storeInt(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetIntPlain(Object self, Object object, long offset, int expected, int value) {
        if (Machine.loadInt(object, offset) != expected) return false;
        Machine.storeInt(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetIntAcquire(Object self, Object object, long offset, int expected, int value) {
        if (Machine.loadInt(object, offset) != expected) return false;
        Machine.storeInt(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetIntRelease(Object self, Object object, long offset, int expected, int value) {
        if (Machine.loadInt(object, offset) != expected) return false;
        Machine.storeInt(object, offset, value);
        return true;
    }

    public static int compareAndExchangeInt(Object self, Object object, long offset, int expected, int value) {
        int old = Machine.loadInt(object, offset);
        if (old == expected) Machine.storeInt(object, offset, value);
        return old;
    }

    public static int getAndSetInt(Object self, Object object, long offset, int value) {
        int old = Machine.loadInt(object, offset);
        Machine.storeInt(object, offset, value);
        return old;
    }

    public static int getAndAddInt(Object self, Object object, long offset, int delta) {
        int old = Machine.loadInt(object, offset);
        Machine.storeInt(object, offset, old + delta);
        return old;
    }

    public static boolean compareAndSetLong(Object self, Object object, long offset, long expected, long value) {
        if (Machine.loadLong(object, offset) != expected) return false;
        Machine.storeLong(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetLong(Object self, Object object, long offset, long expected, long value) {
        if (Machine.loadLong(object, offset) != expected) return false;
        Machine.storeLong(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetLongPlain(Object self, Object object, long offset, long expected, long value) {
        if (Machine.loadLong(object, offset) != expected) return false;
        Machine.storeLong(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetLongAcquire(Object self, Object object, long offset, long expected, long value) {
        if (Machine.loadLong(object, offset) != expected) return false;
        Machine.storeLong(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetLongRelease(Object self, Object object, long offset, long expected, long value) {
        if (Machine.loadLong(object, offset) != expected) return false;
        Machine.storeLong(object, offset, value);
        return true;
    }

    public static long compareAndExchangeLong(Object self, Object object, long offset, long expected, long value) {
        long old = Machine.loadLong(object, offset);
        if (old == expected) Machine.storeLong(object, offset, value);
        return old;
    }

    public static long getAndSetLong(Object self, Object object, long offset, long value) {
        long old = Machine.loadLong(object, offset);
        Machine.storeLong(object, offset, value);
        return old;
    }

    public static long getAndAddLong(Object self, Object object, long offset, long delta) {
        long old = Machine.loadLong(object, offset);
        Machine.storeLong(object, offset, old + delta);
        return old;
    }

    public static boolean compareAndSetReference(Object self, Object object, long offset, Object expected, Object value) {
        if (Machine.loadReference(object, offset) != expected) return false;
        Machine.storeReference(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetReference(Object self, Object object, long offset, Object expected, Object value) {
        if (Machine.loadReference(object, offset) != expected) return false;
        Machine.storeReference(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetReferencePlain(Object self, Object object, long offset, Object expected, Object value) {
        if (Machine.loadReference(object, offset) != expected) return false;
        Machine.storeReference(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetReferenceAcquire(Object self, Object object, long offset, Object expected, Object value) {
        if (Machine.loadReference(object, offset) != expected) return false;
        Machine.storeReference(object, offset, value);
        return true;
    }

    public static boolean weakCompareAndSetReferenceRelease(Object self, Object object, long offset, Object expected, Object value) {
        if (Machine.loadReference(object, offset) != expected) return false;
        Machine.storeReference(object, offset, value);
        return true;
    }

    public static Object compareAndExchangeReference(Object self, Object object, long offset, Object expected, Object value) {
        Object old = Machine.loadReference(object, offset);
        if (old == expected) Machine.storeReference(object, offset, value);
        return old;
    }

    public static Object getAndSetReference(Object self, Object object, long offset, Object value) {
        Object old = Machine.loadReference(object, offset);
        Machine.storeReference(object, offset, value);
        return old;
    }

}
