package wayfarer.jdk.internal.reflect;

import wayfarer.Machine;

/** Natives of jdk.internal.reflect.Reflection. */
public final class Reflection {
    private Reflection() {}

    /** The caller of the method that asks; models are not counted. */
    public static Class<?> getCallerClass() {
        return Machine.callerClass(1);
    }

    public static int getClassAccessFlags(Class<?> c) {
        return Machine.classModifiers(c);
    }

    public static boolean areNestMates(Class<?> a, Class<?> b) {
        return a.getNestHost() == b.getNestHost();
    }

    public static void ensureMemberAccess(Class<?> current, Class<?> member, Class<?> target, int modifiers) {}

    public static boolean verifyMemberAccess(Class<?> current, Class<?> member, Class<?> target, int modifiers) {
        return true;
    }
}
