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

    /** Not the time: who reads what is made of it gets the salt from the machine. */
    public static long getRandomSeedForDumping() {
        return 1;
    }

    public static void initializeFromArchive(Class<?> c) {}

    public static void logLambdaFormInvoker(String line) {}

    public static void defineArchivedModules(Object platform, Object system) {}
}
