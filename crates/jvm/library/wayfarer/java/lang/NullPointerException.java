package wayfarer.java.lang;

/** Natives of {@link java.lang.NullPointerException}. */
public final class NullPointerException {
    private NullPointerException() {}

    /** Exceptions that the machine throws have their message from the start; those that programs make have none. */
    public static java.lang.String getExtendedNPEMessage(java.lang.NullPointerException self) {
        return null;
    }
}
