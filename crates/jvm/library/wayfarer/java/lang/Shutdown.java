package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of java.lang.Shutdown. */
public final class Shutdown {
    private Shutdown() {}

    public static void beforeHalt() {}

    public static void halt0(int status) {
        Machine.exit(status);
    }
}
