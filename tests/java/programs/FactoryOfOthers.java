// The factory of a class may return objects of another class, on which none of the calls is tried that are there
// for objects of this one.
//
// explore: FactoryOfOthers.accepts
// options: --objects calls --jobs 1
// exhaustive: false
// findings: java.lang.ArrayIndexOutOfBoundsException 33
// tests: confirmed
// left: input objects that other calls make than sequences of up to --sequence-length, input objects that something else than such calls makes or changes, input strings longer than --string-length, input strings with characters above U+00FF

public class FactoryOfOthers {
    abstract static class Matcher {
        static Matcher of(String characters) {
            return characters == null || characters.isEmpty() ? new None() : new Some(characters.length());
        }
    }

    static class None extends Matcher {}

    static final class Some extends Matcher {
        private final int[] table;
        private int at;

        private Some(int length) {
            table = new int[length];
        }

        void step(int by) {
            at += by;
        }

        int look() {
            return table[at];
        }
    }

    public static boolean accepts(Some matcher) {
        return matcher != null && matcher.look() == 0;
    }
}
