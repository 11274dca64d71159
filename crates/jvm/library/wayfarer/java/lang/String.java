package wayfarer.java.lang;

import wayfarer.Machine;

/** Natives of {@link java.lang.String}. */
public final class String {
    private String() {}

    public static java.lang.String intern(java.lang.String self) {
        return Machine.internString(self);
    }
}
