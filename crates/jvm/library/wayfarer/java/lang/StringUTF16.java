package wayfarer.java.lang;

/** Natives of java.lang.StringUTF16. */
public final class StringUTF16 {
    private StringUTF16() {}

    public static boolean isBigEndian() {
        return false;
    }
}
