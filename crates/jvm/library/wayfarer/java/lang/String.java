package wayfarer.java.lang;

import wayfarer.Bounds;
import wayfarer.Machine;

/** Natives of {@link java.lang.String}. */
public final class String {
    private String() {}

    public static java.lang.String intern(java.lang.String self) {
        return Machine.internString(self);
    }

    /** True for the JDKs whose messages about ranges are those of strings alone. */
    private static final boolean OLD = java.lang.Integer.parseInt(Machine.javaVersion()) < 20;

    public static void checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw Bounds.with(new java.lang.StringIndexOutOfBoundsException(), OLD ? Bounds.INDEX_LENGTH : Bounds.INDEX, index, length, 0);
        }
    }

    public static void checkOffset(int offset, int length) {
        if (offset < 0 || offset > length) {
            throw OLD ? Bounds.with(new java.lang.StringIndexOutOfBoundsException(), Bounds.OFFSET, offset, length, 0)
                    : Bounds.with(new java.lang.StringIndexOutOfBoundsException(), Bounds.RANGE, offset, length, length);
        }
    }

    public static void checkBoundsBeginEnd(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length) {
            throw Bounds.with(new java.lang.StringIndexOutOfBoundsException(), OLD ? Bounds.BEGIN_END : Bounds.RANGE, begin, end, length);
        }
    }
}
