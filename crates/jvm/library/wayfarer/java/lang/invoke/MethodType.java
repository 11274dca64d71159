package wayfarer.java.lang.invoke;

/** Access to {@link java.lang.invoke.MethodType}. */
public final class MethodType {
    private MethodType() {}

    /** The original. */
    public static native boolean canConvert(Class<?> from, Class<?> to);
}
