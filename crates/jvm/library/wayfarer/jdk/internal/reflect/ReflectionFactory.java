package wayfarer.jdk.internal.reflect;

/** Calls by reflection always go to the machine, and never by generated code. */
public final class ReflectionFactory {
    private ReflectionFactory() {}

    public static int inflationThreshold() {
        return Integer.MAX_VALUE;
    }
}
