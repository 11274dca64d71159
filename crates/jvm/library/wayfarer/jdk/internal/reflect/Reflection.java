package wayfarer.jdk.internal.reflect;

import wayfarer.ClassFile;
import wayfarer.Machine;

/** Natives of jdk.internal.reflect.Reflection. */
public final class Reflection {
    private Reflection() {}

    /** The caller of the method that asks; models are not counted. */
    public static Class<?> getCallerClass() {
        return Machine.callerClass(1);
    }

    /** As in the class file: those of the source are elsewhere for a nested class. */
    public static int getClassAccessFlags(Class<?> c) {
        ClassFile file = ClassFile.of(c);
        return file == null ? Machine.classModifiers(c) : file.access();
    }

    public static boolean areNestMates(Class<?> a, Class<?> b) {
        return a.getNestHost() == b.getNestHost();
    }
}
