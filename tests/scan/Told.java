// Callers are told: by an exception that the program has a class of its own for, and where the documentation advises
// against a constructor. A size that is computed out of a negative number is as that number. A class object is of the
// class that is declared. What reads numbers may be refused a text, but for who declares how it refuses.
//
// functions: Told, Told$Character, Told$Labels, Told$RefusedException, Told$Written
// confirmed: java.lang.NullPointerException in Told$Labels.longest, 1 time
// documented: Told$RefusedException in Told.parse, 1 time
// documented: java.lang.ArithmeticException in Told.inverse, 1 time
// documented: java.lang.ArrayIndexOutOfBoundsException in Told.insert, 1 time
// documented: java.lang.IllegalArgumentException in Told$Written.character, 2 times
// documented: java.lang.NumberFormatException in Told.number, 1 time
// documented: java.text.ParseException in Told.numberOf, 1 time
// confirmed: java.lang.NumberFormatException in Told.numberOf, 1 time
// unusual: java.lang.NegativeArraySizeException in Told.hexadecimal, 1 time
// unusual: java.lang.NullPointerException in Told$Labels.shown, 1 time
// unusual: java.lang.NullPointerException in Told.constants, 1 time
// unusual: java.lang.ArithmeticException in Told$Hidden.limit, 1 time

public class Told {
    public static int parse(int digit) {
        if (digit < 0 || digit > 9)
            throw new RefusedException("no digit");
        return digit;
    }

    public static int inverse(int x) {
        if (x == 0)
            throw new ArithmeticException("zero");
        return 1 / x;
    }

    public static int[] insert(int at) {
        int[] data = {1, 2, 3, 4};
        System.arraycopy(data, at, data, at + 1, 3 - at);
        return data;
    }

    public interface Rule {
        int limit(int x);
    }

    private enum Hidden implements Rule {
        ONLY;

        @Override
        public int limit(int x) {
            return 10 / x;
        }
    }

    public static int limited(Rule rule, int x) {
        return rule == null ? 0 : rule.limit(x);
    }

    public static class Character {
        public char[] character(int code) {
            return new char[0];
        }
    }

    static class Written extends Character {
        @Override
        public char[] character(int code) {
            return java.lang.Character.toChars(code);
        }
    }

    public static int number(String text) {
        return text == null ? 0 : Integer.parseInt(text);
    }

    public static int numberOf(String text) throws java.text.ParseException {
        if (text == null)
            throw new java.text.ParseException("no text", 0);
        return Integer.parseInt(text);
    }

    public static int constants(Class<? extends Enum<?>> of) {
        return of == null ? 0 : of.getEnumConstants().length;
    }

    public static char[] hexadecimal(int bytes) {
        return new char[bytes << 1];
    }

    public static class RefusedException extends RuntimeException {
        public RefusedException(String message) {
            super(message);
        }
    }

    public static class Labels {
        private final String first;
        private String more;

        public Labels(int count) {
            first = "label" + count;
        }

        /**
         * @deprecated such labels have no text
         */
        @Deprecated
        public Labels() {
            first = null;
        }

        public int shown() {
            return first.length();
        }

        public int longest() {
            return more.length();
        }
    }
}
