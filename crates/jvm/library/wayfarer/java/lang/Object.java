package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of {@link java.lang.Object}. */
public final class Object {
    private Object() {}

    public static java.lang.Class<?> getClass(java.lang.Object self) {
        return Machine.classOfObject(self);
    }

    public static int hashCode(java.lang.Object self) {
        return Machine.identityHash(self);
    }

    public static java.lang.Object clone(java.lang.Object self) throws CloneNotSupportedException {
        if (!(self instanceof Cloneable)) throw new CloneNotSupportedException(Machine.className(Machine.classOfObject(self)));
        return Machine.cloneObject(self);
    }

    public static void notify(java.lang.Object self) {}

    public static void notifyAll(java.lang.Object self) {}

    /** There is no other thread that could wake this one. */
    public static void wait(java.lang.Object self, long milliseconds) {
        if (milliseconds == 0) Machine.unsupportedText("Object.wait without another thread");
    }

    public static void wait0(java.lang.Object self, long milliseconds) {
        wait(self, milliseconds);
    }
}
