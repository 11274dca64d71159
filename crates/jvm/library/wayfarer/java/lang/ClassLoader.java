package wayfarer.java.lang;

import wayfarer.Machine;

/** There is one loader of classes, which the JDK has no need of. */
public final class ClassLoader {
    private ClassLoader() {}

    private static java.lang.ClassLoader none(java.lang.String what) {
        java.lang.Class<?> caller = Machine.callerClass(0);
        if (caller == null || Machine.classIsUser(caller) != 0) Machine.unsupportedText("ClassLoader.".concat(what));
        return null;
    }

    public static java.lang.ClassLoader getSystemClassLoader() {
        return none("getSystemClassLoader");
    }

    public static java.lang.ClassLoader getPlatformClassLoader() {
        return none("getPlatformClassLoader");
    }

    public static java.lang.ClassLoader getBuiltinPlatformClassLoader() {
        return null;
    }

    public static java.lang.ClassLoader getBuiltinAppClassLoader() {
        return null;
    }
}
