import jdk.internal.misc.Unsafe;

/** Memory of objects as the classes of the JDK access it. */
public class Unsafe1 {
    private static final Unsafe U = Unsafe.getUnsafe();

    static class Holder {
        boolean ofBoolean;
        byte ofByte;
        char ofChar;
        short ofShort;
        int ofInt;
        long ofLong;
        float ofFloat;
        double ofDouble;
        Object ofReference;
        static int shared = 3;
    }

    private static void ofBoolean(Holder holder) {
        long at = U.objectFieldOffset(Holder.class, "ofBoolean");
        U.putBoolean(holder, at, true);
        System.out.println(U.getBoolean(holder, at));
        U.putBooleanVolatile(holder, at, false);
        System.out.println(U.getBooleanVolatile(holder, at));
        U.putBooleanRelease(holder, at, true);
        System.out.println(U.getBooleanAcquire(holder, at));
        U.putBooleanOpaque(holder, at, false);
        System.out.println(U.getBooleanOpaque(holder, at));
        System.out.println(holder.ofBoolean);
    }

    private static void ofByte(Holder holder) {
        long at = U.objectFieldOffset(Holder.class, "ofByte");
        U.putByte(holder, at, (byte) -3);
        System.out.println(U.getByte(holder, at));
        U.putByteVolatile(holder, at, (byte) 100);
        System.out.println(U.getByteVolatile(holder, at));
        U.putByteRelease(holder, at, (byte) -3);
        System.out.println(U.getByteAcquire(holder, at));
        U.putByteOpaque(holder, at, (byte) 100);
        System.out.println(U.getByteOpaque(holder, at));
        System.out.println(holder.ofByte);
    }

    private static void ofChar(Holder holder) {
        long at = U.objectFieldOffset(Holder.class, "ofChar");
        U.putChar(holder, at, 'x');
        System.out.println(U.getChar(holder, at));
        U.putCharVolatile(holder, at, '\u20ac');
        System.out.println(U.getCharVolatile(holder, at));
        U.putCharRelease(holder, at, 'x');
        System.out.println(U.getCharAcquire(holder, at));
        U.putCharOpaque(holder, at, '\u20ac');
        System.out.println(U.getCharOpaque(holder, at));
        System.out.println(holder.ofChar);
    }

    private static void ofShort(Holder holder) {
        long at = U.objectFieldOffset(Holder.class, "ofShort");
        U.putShort(holder, at, (short) -300);
        System.out.println(U.getShort(holder, at));
        U.putShortVolatile(holder, at, (short) 7);
        System.out.println(U.getShortVolatile(holder, at));
        U.putShortRelease(holder, at, (short) -300);
        System.out.println(U.getShortAcquire(holder, at));
        U.putShortOpaque(holder, at, (short) 7);
        System.out.println(U.getShortOpaque(holder, at));
        System.out.println(holder.ofShort);
    }

    private static void ofInt(Holder holder) {
        long at = U.objectFieldOffset(Holder.class, "ofInt");
        U.putInt(holder, at, 1 << 30);
        System.out.println(U.getInt(holder, at));
        U.putIntVolatile(holder, at, -5);
        System.out.println(U.getIntVolatile(holder, at));
        U.putIntRelease(holder, at, 1 << 30);
        System.out.println(U.getIntAcquire(holder, at));
        U.putIntOpaque(holder, at, -5);
        System.out.println(U.getIntOpaque(holder, at));
        System.out.println(U.compareAndSetInt(holder, at, -5, 1 << 30));
        System.out.println(U.compareAndSetInt(holder, at, -5, -5));
        System.out.println(U.weakCompareAndSetInt(holder, at, 1 << 30, 1 << 30));
        System.out.println(U.weakCompareAndSetIntPlain(holder, at, 1 << 30, 1 << 30));
        System.out.println(U.weakCompareAndSetIntAcquire(holder, at, 1 << 30, 1 << 30));
        System.out.println(U.weakCompareAndSetIntRelease(holder, at, 1 << 30, 1 << 30));
        System.out.println(U.compareAndExchangeInt(holder, at, 1 << 30, -5));
        System.out.println(U.getAndSetInt(holder, at, 1 << 30));
        System.out.println(U.getAndAddInt(holder, at, -5));
        System.out.println(holder.ofInt);
    }

    private static void ofLong(Holder holder) {
        long at = U.objectFieldOffset(Holder.class, "ofLong");
        U.putLong(holder, at, 1L << 62);
        System.out.println(U.getLong(holder, at));
        U.putLongVolatile(holder, at, -7L);
        System.out.println(U.getLongVolatile(holder, at));
        U.putLongRelease(holder, at, 1L << 62);
        System.out.println(U.getLongAcquire(holder, at));
        U.putLongOpaque(holder, at, -7L);
        System.out.println(U.getLongOpaque(holder, at));
        System.out.println(U.compareAndSetLong(holder, at, -7L, 1L << 62));
        System.out.println(U.compareAndSetLong(holder, at, -7L, -7L));
        System.out.println(U.weakCompareAndSetLong(holder, at, 1L << 62, 1L << 62));
        System.out.println(U.weakCompareAndSetLongPlain(holder, at, 1L << 62, 1L << 62));
        System.out.println(U.weakCompareAndSetLongAcquire(holder, at, 1L << 62, 1L << 62));
        System.out.println(U.weakCompareAndSetLongRelease(holder, at, 1L << 62, 1L << 62));
        System.out.println(U.compareAndExchangeLong(holder, at, 1L << 62, -7L));
        System.out.println(U.getAndSetLong(holder, at, 1L << 62));
        System.out.println(U.getAndAddLong(holder, at, -7L));
        System.out.println(holder.ofLong);
    }

    private static void ofFloat(Holder holder) {
        long at = U.objectFieldOffset(Holder.class, "ofFloat");
        U.putFloat(holder, at, 1.5f);
        System.out.println(U.getFloat(holder, at));
        U.putFloatVolatile(holder, at, Float.NaN);
        System.out.println(U.getFloatVolatile(holder, at));
        U.putFloatRelease(holder, at, 1.5f);
        System.out.println(U.getFloatAcquire(holder, at));
        U.putFloatOpaque(holder, at, Float.NaN);
        System.out.println(U.getFloatOpaque(holder, at));
        System.out.println(holder.ofFloat);
    }

    private static void ofDouble(Holder holder) {
        long at = U.objectFieldOffset(Holder.class, "ofDouble");
        U.putDouble(holder, at, -0.0);
        System.out.println(U.getDouble(holder, at));
        U.putDoubleVolatile(holder, at, 1e300);
        System.out.println(U.getDoubleVolatile(holder, at));
        U.putDoubleRelease(holder, at, -0.0);
        System.out.println(U.getDoubleAcquire(holder, at));
        U.putDoubleOpaque(holder, at, 1e300);
        System.out.println(U.getDoubleOpaque(holder, at));
        System.out.println(holder.ofDouble);
    }

    private static void ofReference(Holder holder) {
        long at = U.objectFieldOffset(Holder.class, "ofReference");
        U.putReference(holder, at, "one");
        System.out.println(U.getReference(holder, at));
        U.putReferenceVolatile(holder, at, "two");
        System.out.println(U.getReferenceVolatile(holder, at));
        U.putReferenceRelease(holder, at, "one");
        System.out.println(U.getReferenceAcquire(holder, at));
        U.putReferenceOpaque(holder, at, "two");
        System.out.println(U.getReferenceOpaque(holder, at));
        System.out.println(U.compareAndSetReference(holder, at, "two", "one"));
        System.out.println(U.compareAndSetReference(holder, at, "two", "two"));
        System.out.println(U.weakCompareAndSetReference(holder, at, "one", "one"));
        System.out.println(U.weakCompareAndSetReferencePlain(holder, at, "one", "one"));
        System.out.println(U.weakCompareAndSetReferenceAcquire(holder, at, "one", "one"));
        System.out.println(U.weakCompareAndSetReferenceRelease(holder, at, "one", "one"));
        System.out.println(U.compareAndExchangeReference(holder, at, "one", "two"));
        System.out.println(U.getAndSetReference(holder, at, "one"));
        System.out.println(holder.ofReference);
    }

    private static void arrays() {
        int[] numbers = {1, 2, 3, 4};
        long base = U.arrayBaseOffset(int[].class);
        int scale = U.arrayIndexScale(int[].class);
        System.out.println(scale + " " + U.arrayIndexScale(long[].class) + " " + U.arrayIndexScale(byte[].class));
        System.out.println(U.getInt(numbers, base + 2 * scale));
        byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8};
        long at = U.arrayBaseOffset(byte[].class);
        System.out.println(Integer.toHexString(U.getIntUnaligned(bytes, at + 1)));
        System.out.println(Long.toHexString(U.getLongUnaligned(bytes, at)));
        U.copyMemory(bytes, at, bytes, at + 4, 4);
        U.setMemory(bytes, at, 2, (byte) 9);
        System.out.println(java.util.Arrays.toString(bytes));
        System.out.println(((char[]) U.allocateUninitializedArray(char.class, 3)).length);
        System.out.println(U.isBigEndian());
    }

    static class Late {
        static {
            System.out.println("late");
        }

        final int number = 4;
    }

    private static void classes() throws Exception {
        System.out.println(U.shouldBeInitialized(Late.class));
        U.ensureClassInitialized(Late.class);
        System.out.println(U.shouldBeInitialized(Late.class));
        System.out.println(((Late) U.allocateInstance(Late.class)).getClass());
        java.lang.reflect.Field shared = Holder.class.getDeclaredField("shared");
        Object base = U.staticFieldBase(shared);
        U.putInt(base, U.staticFieldOffset(shared), 8);
        System.out.println(Holder.shared);
        System.out.println(U.objectFieldOffset(Holder.class.getDeclaredField("ofInt"))
                == U.objectFieldOffset(Holder.class, "ofInt"));
        try {
            U.throwException(new java.io.IOException("thrown"));
        } catch (Exception exception) {
            System.out.println(exception.getMessage());
        }
        U.fullFence();
        U.loadFence();
        U.storeFence();
        U.unpark(Thread.currentThread());
        U.park(false, 0);
    }

    public static void main(String[] arguments) throws Exception {
        Holder holder = new Holder();
        ofBoolean(holder);
        ofByte(holder);
        ofChar(holder);
        ofShort(holder);
        ofInt(holder);
        ofLong(holder);
        ofFloat(holder);
        ofDouble(holder);
        ofReference(holder);
        arrays();
        classes();
    }
}
