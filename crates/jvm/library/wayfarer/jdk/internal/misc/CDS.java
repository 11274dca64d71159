package wayfarer.jdk.internal.misc;

/** Natives of jdk.internal.misc.CDS: there is no archive of classes. */
public final class CDS {
    private CDS() {}

    public static boolean isDumpingClassList0() {
        return false;
    }

    public static boolean isDumpingArchive0() {
        return false;
    }

    public static boolean isSharingEnabled0() {
        return false;
    }

    public static int getCDSConfigStatus() {
        return 0;
    }

    /** Fixed, so that the order of `Set.of` and `Map.of` is. */
    public static long getRandomSeedForDumping() {
        return 0;
    }

    public static void initializeFromArchive(Class<?> c) {}

    public static void logLambdaFormInvoker(String line) {}

    public static void defineArchivedModules(Object platform, Object system) {}
}
