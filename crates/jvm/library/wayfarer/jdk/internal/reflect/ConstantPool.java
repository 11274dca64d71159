package wayfarer.jdk.internal.reflect;

import wayfarer.ClassFile;

/** Constants of a class, for annotations. */
public final class ConstantPool {
    private ConstantPool() {}

    private static ClassFile file(Object of) {
        return ClassFile.of((Class<?>) of);
    }

    public static int getSize0(Object self, Object of) {
        return file(of).constantCount();
    }

    public static Class<?> getClassAt0(Object self, Object of, int index) {
        return ClassFile.load(file(of).className(index));
    }

    public static int getIntAt0(Object self, Object of, int index) {
        return file(of).s4(file(of).constant(index));
    }

    public static long getLongAt0(Object self, Object of, int index) {
        int at = file(of).constant(index);
        return (long) file(of).s4(at) << 32 | file(of).s4(at + 4) & 0xffffffffL;
    }

    public static float getFloatAt0(Object self, Object of, int index) {
        return Float.intBitsToFloat(getIntAt0(self, of, index));
    }

    public static double getDoubleAt0(Object self, Object of, int index) {
        return Double.longBitsToDouble(getLongAt0(self, of, index));
    }

    public static String getStringAt0(Object self, Object of, int index) {
        return file(of).className(index).intern();
    }

    public static String getUTF8At0(Object self, Object of, int index) {
        return file(of).utf8(index).intern();
    }

    public static byte getTagAt0(Object self, Object of, int index) {
        return (byte) file(of).tag(index);
    }
}
