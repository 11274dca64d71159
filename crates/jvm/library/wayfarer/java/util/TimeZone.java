package wayfarer.java.util;

/** Every program runs in UTC. */
public final class TimeZone {
    private TimeZone() {}

    public static String getSystemTimeZoneID(String javaHome) {
        return "UTC";
    }

    public static String getSystemGMTOffsetID() {
        return "GMT";
    }
}
