package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of {@link java.lang.Runtime}: a small machine that never changes, and in other surroundings another one. */
public final class Runtime {
    private Runtime() {}

    public static int availableProcessors(java.lang.Runtime self) {
        return 1 + Machine.surroundings();
    }

    public static long freeMemory(java.lang.Runtime self) {
        return (1L << 27) + ((long) Machine.surroundings() << 20);
    }

    public static long totalMemory(java.lang.Runtime self) {
        return 1L << 28 + Machine.surroundings();
    }

    public static long maxMemory(java.lang.Runtime self) {
        return 1L << 30 + Machine.surroundings();
    }

    public static void gc(java.lang.Runtime self) {}

    public static void exit(java.lang.Runtime self, int status) {
        Machine.exit(status);
    }

    public static void halt(java.lang.Runtime self, int status) {
        Machine.exit(status);
    }

    public static void addShutdownHook(java.lang.Runtime self, java.lang.Thread hook) {
        Machine.unsupportedText("Runtime.addShutdownHook");
    }
}
