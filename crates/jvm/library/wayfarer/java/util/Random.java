package wayfarer.java.util;

import wayfarer.Host;

/** The seed of a {@link java.util.Random} that is given none. */
public final class Random {
    private Random() {}

    public static long seedUniquifier() {
        return Host.seed();
    }
}
