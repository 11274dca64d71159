package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of {@link java.lang.StackTraceElement}: a backtrace is pairs of function and line. */
public final class StackTraceElement {
    private StackTraceElement() {}

    private static final long BACKTRACE = Machine.fieldOffset(java.lang.Throwable.class, "backtrace");

    public static java.lang.StackTraceElement[] of(java.lang.Object backtrace, int depth) {
        int[] pairs = (int[]) backtrace;
        java.lang.StackTraceElement[] elements = new java.lang.StackTraceElement[depth];
        for (int i = 0; i < depth; i++) {
            java.lang.String name = Machine.frameClass(pairs[2 * i]);
            java.lang.String module = isJdk(name) ? "java.base" : null;
            elements[i] = new java.lang.StackTraceElement(null, module, null, name, Machine.frameMethod(pairs[2 * i]),
                    Machine.frameFile(pairs[2 * i]), pairs[2 * i + 1]);
        }
        return elements;
    }

    public static java.lang.StackTraceElement[] of(java.lang.Throwable exception, int depth) {
        return of(Machine.loadReference(exception, BACKTRACE), depth);
    }

    private static boolean isJdk(java.lang.String name) {
        return name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
    }
}
