import java.lang.annotation.ElementType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Methods of the JDK that are native there, or have models. */
public class Natives1 {
    private static void mathematics() {
        // The last digits of what the host computes may be others.
        double[] values = {0.0, -0.0, 0.5, -1.0, 2.75, 1e10, -1e-9, Double.NaN, Double.POSITIVE_INFINITY};
        for (double x : values) {
            System.out.println((float) StrictMath.acos(x) + " " + (float) StrictMath.asin(x) + " " + (float) StrictMath.atan(x));
            System.out.println((float) StrictMath.cos(x) + " " + (float) StrictMath.sin(x) + " " + (float) StrictMath.tan(x));
            System.out.println((float) StrictMath.cosh(x) + " " + (float) StrictMath.sinh(x) + " " + (float) StrictMath.tanh(x));
            System.out.println((float) StrictMath.exp(x) + " " + (float) StrictMath.expm1(x) + " " + (float) StrictMath.log(x));
            System.out.println((float) StrictMath.log10(x) + " " + (float) StrictMath.log1p(x) + " " + (float) StrictMath.cbrt(x));
            System.out.println(StrictMath.sqrt(x) + " " + StrictMath.floor(x) + " " + StrictMath.ceil(x) + " " + StrictMath.rint(x));
            for (double y : values) {
                System.out.println((float) StrictMath.pow(x, y) + " " + (float) StrictMath.atan2(x, y));
                System.out.println((float) StrictMath.hypot(x, y) + " " + StrictMath.IEEEremainder(x, y));
            }
            System.out.println(Math.fma(x, 3.0, 1.0) + " " + Math.fma((float) x, 3f, 1f));
            System.out.println(Double.doubleToRawLongBits(x) + " " + Float.floatToRawIntBits((float) x));
            System.out.println(Double.longBitsToDouble(Double.doubleToLongBits(x)) + " " + Float.intBitsToFloat(0x7f800000));
        }
    }

    private static void arrays() {
        Object of = Array.newInstance(int.class, 2);
        System.out.println(of.getClass() + " " + Array.getLength(of));
        System.out.println(Arrays.deepToString((int[][]) Array.newInstance(int.class, 2, 3)));
        String[] texts = {"a", "b"};
        Array.set(texts, 1, "c");
        System.out.println(Array.get(texts, 1));
        boolean[] ofBoolean = new boolean[2];
        Array.setBoolean(ofBoolean, 1, true);
        System.out.println(Array.getBoolean(ofBoolean, 1) + " " + Array.get(ofBoolean, 1));
        byte[] ofByte = new byte[2];
        Array.setByte(ofByte, 1, (byte) 3);
        System.out.println(Array.getByte(ofByte, 1) + " " + Array.get(ofByte, 1));
        char[] ofChar = new char[2];
        Array.setChar(ofChar, 1, 'c');
        System.out.println(Array.getChar(ofChar, 1) + " " + Array.get(ofChar, 1));
        short[] ofShort = new short[2];
        Array.setShort(ofShort, 1, (short) 4);
        System.out.println(Array.getShort(ofShort, 1) + " " + Array.get(ofShort, 1));
        int[] ofInt = new int[2];
        Array.setInt(ofInt, 1, 5);
        System.out.println(Array.getInt(ofInt, 1) + " " + Array.get(ofInt, 1));
        long[] ofLong = new long[2];
        Array.setLong(ofLong, 1, 6L);
        System.out.println(Array.getLong(ofLong, 1) + " " + Array.get(ofLong, 1));
        float[] ofFloat = new float[2];
        Array.setFloat(ofFloat, 1, 7.5f);
        System.out.println(Array.getFloat(ofFloat, 1) + " " + Array.get(ofFloat, 1));
        double[] ofDouble = new double[2];
        Array.setDouble(ofDouble, 1, 8.5);
        System.out.println(Array.getDouble(ofDouble, 1) + " " + Array.get(ofDouble, 1));
        try {
            Array.getInt(ofLong, 0);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        long[] copy = ofLong.clone();
        System.arraycopy(copy, 0, copy, 1, 1);
        System.out.println(Arrays.toString(copy));
    }

    private static void threads() throws Exception {
        Thread thread = Thread.currentThread();
        System.out.println(thread.getName() + " " + thread.isAlive() + " " + thread.isDaemon() + " " + thread.getPriority());
        thread.setPriority(3);
        thread.setName("renamed");
        System.out.println(thread.getPriority() + " " + thread.getName());
        Thread.yield();
        Thread.onSpinWait();
        Thread.sleep(1);
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.notify();
            monitor.notifyAll();
            monitor.wait(1);
        }
        thread.interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        System.out.println(String.class.getClassLoader());
    }

    private static void surroundings() {
        Runtime runtime = Runtime.getRuntime();
        System.out.println(runtime.availableProcessors() > 0);
        System.out.println(runtime.freeMemory() <= runtime.totalMemory() && runtime.totalMemory() <= runtime.maxMemory());
        System.gc();
        runtime.gc();
        System.out.println(System.currentTimeMillis() > 0);
        System.out.println(System.nanoTime() <= System.nanoTime());
        System.out.println(System.getenv("WAYFARER_NOT_SET") + " " + System.getenv().get("WAYFARER_NOT_SET"));
        System.setProperty("wayfarer.test", "one");
        System.out.println(System.getProperty("wayfarer.test") + " " + System.getProperty("wayfarer.other", "two"));
        System.out.println(System.getProperties().getProperty("wayfarer.test"));
        System.out.println(System.clearProperty("wayfarer.test") + " " + System.getProperty("wayfarer.test"));
        System.out.println(System.lineSeparator().length() + " " + System.getSecurityManager());
        Object one = new Object();
        System.out.println(System.identityHashCode(one) == one.hashCode());
        System.setErr(System.out);
        System.err.println("err");
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        java.io.PrintStream out = System.out;
        System.setOut(new java.io.PrintStream(bytes));
        System.out.print("kept");
        System.setOut(out);
        System.setIn(new java.io.ByteArrayInputStream(new byte[] {65}));
        System.out.println(bytes);
    }

    private enum Suit {
        CLUBS, SPADES {
            @Override
            public String toString() {
                return "spades";
            }
        }
    }

    private record Point(int x, java.util.List<String> names) {}

    private sealed interface Shape permits Square {}

    private static final class Square implements Shape, Cloneable {
        int side;

        Square copy() throws CloneNotSupportedException {
            return (Square) clone();
        }
    }

    private static void classes() throws Exception {
        Object local = new Object() {
            @Override
            public String toString() {
                return "local";
            }
        };
        Class<?>[] all = {int.class, void.class, int[].class, String[][].class, Suit.class, Suit.SPADES.getClass(),
            Point.class, Shape.class, Square.class, local.getClass(), Comparable.class, ElementType.class};
        for (Class<?> one : all) {
            System.out.println(one.getName() + " " + one.getSimpleName() + " '" + one.getPackageName() + "' " + one.descriptorString());
            System.out.println(one.isInterface() + " " + one.isArray() + " " + one.isPrimitive() + " " + one.isEnum()
                + " " + one.isRecord() + " " + one.isHidden() + " " + one.isSealed() + " " + one.getModifiers());
            System.out.println(one.getSuperclass() + " " + one.getComponentType() + " " + one.componentType()
                + " " + Arrays.toString(one.getInterfaces()));
            System.out.println(one.getDeclaringClass() + " " + one.getEnclosingClass() + " " + one.getEnclosingMethod()
                + " " + one.getNestHost());
            System.out.println(Arrays.toString(one.getEnumConstants()) + " " + Arrays.toString(one.getPermittedSubclasses()));
            System.out.println(Arrays.toString(one.getGenericInterfaces()) + " " + one.desiredAssertionStatus());
            System.out.println(one.getSigners() == null);
        }
        System.out.println(Natives1.class.isNestmateOf(Point.class) + " " + Natives1.class.getNestMembers().length);
        System.out.println(Natives1.class.getDeclaredClasses().length > 3);
        System.out.println(Arrays.toString(Point.class.getRecordComponents()));
        System.out.println(Class.forName("Natives1") + " " + Class.forName("java.util.List", true, null));
        System.out.println(Number.class.isInstance(3) + " " + Number.class.isAssignableFrom(Integer.class));
        Square square = new Square();
        square.side = 3;
        System.out.println(square.copy().side);
        Method method = Natives1.class.getDeclaredMethod("parameters", int.class, String[].class);
        System.out.println(Arrays.toString(method.getParameters()) + " " + method.invoke(null, 2, new String[] {"x"}));
        System.out.println(Point.class.getDeclaredConstructors()[0].newInstance(1, null));
        System.out.println(Point.class.getDeclaredField("names").getGenericType());
        System.out.println(new Exception("one").getStackTrace()[0].getMethodName());
        String text = new String("interned");
        System.out.println(text.intern() == "interned");
    }

    private static String parameters(int count, String... texts) {
        return count + texts[0];
    }

    private static void checks() {
        Runnable[] wrong = {
            () -> "abc".charAt(3), () -> "abc".substring(2, 1), () -> "abc".substring(4), () -> "abc".codePointAt(-1),
            () -> new StringBuilder("abc").deleteCharAt(5), () -> java.util.Objects.checkIndex(3, 2),
            () -> java.util.Objects.checkFromToIndex(2, 1, 5), () -> java.util.Objects.checkFromIndexSize(2, 9, 5),
            () -> new String(new char[2], 1, 4), () -> "abc".getBytes()[3]++, () -> Thread.currentThread().setPriority(99),
        };
        for (Runnable one : wrong) {
            try {
                one.run();
            } catch (RuntimeException exception) {
                System.out.println(exception);
            }
        }
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update(new byte[] {1, 2, 3});
        crc.update(7);
        java.util.zip.Adler32 adler = new java.util.zip.Adler32();
        adler.update(new byte[] {1, 2, 3}, 1, 2);
        adler.update(7);
        System.out.println(crc.getValue() + " " + adler.getValue());
        java.lang.ref.WeakReference<String> weak = new java.lang.ref.WeakReference<>("kept");
        System.out.println(weak.get() + " " + weak.refersTo("kept"));
        weak.clear();
        System.out.println(weak.get() + " " + weak.enqueue());
        System.out.println(java.util.TimeZone.getTimeZone("UTC").getID());
        System.out.println(new java.util.Scanner("12 x").nextInt());
    }

    public static void main(String[] arguments) throws Exception {
        mathematics();
        arrays();
        threads();
        surroundings();
        classes();
        checks();
        Runtime.getRuntime().halt(7);
    }
}
