package wayfarer.java.util.concurrent.atomic;

/** Natives of {@link java.util.concurrent.atomic.AtomicLong}. */
public final class AtomicLong {
    private AtomicLong() {}

    public static boolean VMSupportsCS8() {
        return true;
    }
}
