// What is made of the message of a failed cast names the loader of whoever runs the code: it is not asserted.
//
// explore: CastTexts
// options: --all-paths
// findings: CastTexts$Wrapped 19, java.lang.ClassCastException 24, java.lang.NullPointerException 17
// tests: confirmed

public class CastTexts {
    static class Wrapped extends Exception {
        Wrapped(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static int wrapped(Object given) throws Exception {
        try {
            return ((CastTexts) given).hashCode() == 7 ? 1 : 2;
        } catch (ClassCastException e) {
            throw new Wrapped(e.getMessage(), e);
        }
    }

    static int plain(Object given) {
        return ((CastTexts) given) == null ? 0 : 1;
    }

    static String text(Object given) {
        try {
            return ((CastTexts) given) == null ? "null" : "one";
        } catch (ClassCastException e) {
            return "bad: " + e.getMessage();
        }
    }
}
