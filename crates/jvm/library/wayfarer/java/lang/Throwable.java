package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of {@link java.lang.Throwable}. */
public final class Throwable {
    private Throwable() {}

    private static final long BACKTRACE = Machine.fieldOffset(java.lang.Throwable.class, "backtrace");
    private static final long DEPTH = Machine.fieldOffset(java.lang.Throwable.class, "depth");

    private static final long MESSAGE = Machine.fieldOffset(java.lang.Throwable.class, "detailMessage");

    /** Some messages are made when they are asked for. */
    public static java.lang.String getMessage(java.lang.Throwable self) {
        java.lang.String message = (java.lang.String) Machine.loadReference(self, MESSAGE);
        if (message == null) {
            message = wayfarer.Bounds.message(self);
            Machine.storeReference(self, MESSAGE, message);
        }
        return message;
    }

    public static java.lang.Throwable fillInStackTrace(java.lang.Throwable self, int dummy) {
        int[] backtrace = Machine.backtrace(self);
        Machine.storeReference(self, BACKTRACE, backtrace);
        Machine.storeInt(self, DEPTH, backtrace.length / 2);
        return self;
    }
}
