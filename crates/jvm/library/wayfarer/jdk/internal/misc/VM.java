package wayfarer.jdk.internal.misc;

import wayfarer.Host;

/** Natives of jdk.internal.misc.VM, and what its start would have set. */
public final class VM {
    private VM() {}

    public static void initialize() {}

    public static void initializeFromArchive(Class<?> c) {}

    public static boolean isBooted() {
        return true;
    }

    public static boolean isModuleSystemInited() {
        return true;
    }

    public static int initLevel() {
        return 4;
    }

    public static boolean isSystemDomainLoader(ClassLoader loader) {
        return loader == null;
    }

    public static String getSavedProperty(String key) {
        return System.getProperty(key);
    }

    public static long getNanoTimeAdjustment(long offsetInSeconds) {
        long milliseconds = Host.millis();
        long seconds = milliseconds / 1000 - offsetInSeconds;
        if (seconds >= 1L << 32 || seconds <= -(1L << 32)) return -1;
        return seconds * 1000000000L + milliseconds % 1000 * 1000000L;
    }

    public static long maxDirectMemory() {
        return 1L << 26;
    }

    public static boolean isPageAlignDirectMemory() {
        return false;
    }

    public static ClassLoader latestUserDefinedLoader0() {
        return null;
    }

    public static String[] getRuntimeArguments() {
        return new String[0];
    }

    public static long getuid() {
        return 1000;
    }
}
