package wayfarer;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What monitors of specifications have in common; they are written by Wayfarer. */
public final class Specification {
    /** A method that is called in place of those of a name. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface InPlaceOf {
        /** The classes whose methods they are; those of subclasses are meant, too. */
        Class<?>[] types();

        /** The name; that of a constructor is {@code new}. */
        String method();

        /** {@code instance}, {@code static} or {@code constructor}. */
        String kind();
    }

    /** A clause of a specification is violated. */
    public static final class Violation extends Error {
        private static final long serialVersionUID = 1L;

        Violation(String text) {
            super(text);
        }

        @Override
        public String toString() {
            return "specification violated: " + getMessage();
        }
    }

    private static Violation first;

    private Specification() {
    }

    /** A test begins. */
    public static synchronized void begin() {
        first = null;
    }

    /** Monitors are told of a moment: only Wayfarer's machine takes note of it. */
    public static void step(int moment, Object monitors, long happened) {
    }

    /** A clause is violated. */
    public static synchronized void violated(String text) {
        if (first == null) {
            first = new Violation(text);
        }
        throw first;
    }

    /** Throws what was violated, if the program has kept that to itself. */
    public static synchronized void check() {
        if (first != null) {
            throw first;
        }
    }
}
