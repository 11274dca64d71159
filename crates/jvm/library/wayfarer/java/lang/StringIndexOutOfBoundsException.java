package wayfarer.java.lang;

import wayfarer.Bounds;

/** Constructors of {@link java.lang.StringIndexOutOfBoundsException}. */
public final class StringIndexOutOfBoundsException {
    private StringIndexOutOfBoundsException() {}

    /** The original with a message. */
    private static native void __init__(java.lang.StringIndexOutOfBoundsException self, java.lang.String message);

    public static void __init__(java.lang.StringIndexOutOfBoundsException self, int index) {
        __init__(self, (java.lang.String) null);
        Bounds.with(self, Bounds.STRING_INDEX, index, 0, 0);
    }
}
