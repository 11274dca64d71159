package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of {@link java.lang.Thread}: there is the main thread and no other. */
public final class Thread {
    private Thread() {}

    private static java.lang.Thread main;

    /** Alive and runnable, as the JVM's tool interface numbers it. */
    private static final int RUNNABLE = 5;

    public static void registerNatives() {}

    public static java.lang.Thread currentThread() {
        if (main == null) {
            java.lang.Class<?> c = java.lang.Thread.class;
            main = (java.lang.Thread) Machine.newInstance(c);
            Machine.storeReference(main, Machine.fieldOffset(c, "name"), "main");
            set(c, "tid", 1);
            if (Machine.fieldOffset(c, "group") >= 0) Machine.storeReference(main, Machine.fieldOffset(c, "group"), group());
            if (Machine.fieldOffset(c, "interruptLock") >= 0) Machine.storeReference(main, Machine.fieldOffset(c, "interruptLock"), new java.lang.Object());
            if (Machine.fieldOffset(c, "blockerLock") >= 0) Machine.storeReference(main, Machine.fieldOffset(c, "blockerLock"), new java.lang.Object());
            java.lang.Object state = main;
            if (Machine.fieldOffset(c, "holder") >= 0) {
                state = Machine.newInstance(Machine.classFind("java.lang.Thread$FieldHolder"));
                Machine.storeReference(main, Machine.fieldOffset(c, "holder"), state);
                Machine.storeReference(state, Machine.fieldOffset(Machine.classOfObject(state), "group"), group());
            }
            java.lang.Class<?> of = Machine.classOfObject(state);
            Machine.storeInt(state, Machine.fieldOffset(of, "priority"), 5);
            Machine.storeInt(state, Machine.fieldOffset(of, "threadStatus"), RUNNABLE);
        }
        return main;
    }

    private static java.lang.Object group() {
        java.lang.Class<?> c = java.lang.ThreadGroup.class;
        java.lang.Object group = Machine.newInstance(c);
        Machine.storeReference(group, Machine.fieldOffset(c, "name"), "main");
        Machine.storeInt(group, Machine.fieldOffset(c, "maxPriority"), 10);
        return group;
    }

    private static void set(java.lang.Class<?> c, java.lang.String field, long value) {
        long offset = Machine.fieldOffset(c, field);
        if (offset >= 0) Machine.storeLong(main, offset, value);
    }

    public static java.lang.Thread currentCarrierThread() {
        return currentThread();
    }

    public static java.lang.String getName(java.lang.Thread self) {
        return (java.lang.String) Machine.loadReference(self, Machine.fieldOffset(java.lang.Thread.class, "name"));
    }

    public static boolean isAlive(java.lang.Thread self) {
        return self == main;
    }

    public static boolean isDaemon(java.lang.Thread self) {
        return false;
    }

    public static java.lang.ClassLoader getContextClassLoader(java.lang.Thread self) {
        return null;
    }

    public static void start0(java.lang.Thread self) {
        Machine.unsupportedText("Thread.start");
    }

    public static void start(java.lang.Thread self) {
        Machine.unsupportedText("Thread.start");
    }

    public static void yield() {}

    public static void onSpinWait() {}

    public static void sleep(long milliseconds) {}

    public static void sleep0(long nanoseconds) {}

    public static void setPriority0(java.lang.Thread self, int priority) {}

    public static void setNativeName(java.lang.Thread self, java.lang.String name) {}

    public static void interrupt0(java.lang.Thread self) {}

    public static void clearInterruptEvent() {}

    public static boolean holdsLock(java.lang.Object object) {
        java.util.Objects.requireNonNull(object);
        Machine.unsupportedText("Thread.holdsLock");
        return false;
    }
}
