package wayfarer;

/** What a program asks the host for: the same in every run, or an input. */
public final class Host {
    private static final int CLOCK = 0, RANDOM = 1;
    /** Answers of {@link Machine#hostIsFree}: an input, of which something is known. */
    private static final int FREE = 1;
    /** Half of the range: differences of what {@link #nanos} gives stay positive. */
    private static final long NANOS = 1L << 62;

    private static long lastNanos;
    private static long seed = 8682522807148012L;

    private Host() {}

    /** Any time from 1970 on; it may be set back. */
    public static long millis() {
        int free = Machine.hostIsFree(CLOCK);
        if (free == 0) return Machine.timeMillis();
        long now = Machine.hostValue('J', "System.currentTimeMillis");
        if (free == FREE) Machine.assume(now >= 0 ? 1 : 0);
        return now;
    }

    /** Never less than before. */
    public static long nanos() {
        int free = Machine.hostIsFree(CLOCK);
        if (free == 0) return Machine.timeNanos();
        long now = Machine.hostValue('J', "System.nanoTime");
        if (free == FREE) {
            Machine.assume(now >= lastNanos & now < NANOS ? 1 : 0);
            lastNanos = now;
        }
        return now;
    }

    /** What `new Random()` mixes into its seed. */
    public static long seed() {
        if (Machine.hostIsFree(RANDOM) != 0) return Machine.hostValue('J', "Random.seed");
        seed *= 1181783497276652981L;
        return seed;
    }
}
