package wayfarer.sun.security.provider;

/** There are no devices with random numbers. */
public final class NativePRNG {
    private NativePRNG() {}

    public static void __clinit__() {}

    public static boolean isAvailable() {
        return false;
    }

    public static final class Blocking {
        private Blocking() {}

        public static void __clinit__() {}

        public static boolean isAvailable() {
            return false;
        }
    }

    public static final class NonBlocking {
        private NonBlocking() {}

        public static void __clinit__() {}

        public static boolean isAvailable() {
            return false;
        }
    }
}
