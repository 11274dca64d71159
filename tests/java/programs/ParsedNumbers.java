// explore: ParsedNumbers.parse
// options: --string-length 11
// paths: 587 (JDK 25: 595)
// findings: java.lang.IllegalStateException 18
// branches: all
// left: input strings longer than --string-length, input strings with characters above U+00FF
// limits: none
// tests: confirmed

/** Both outcomes of Integer.parseInt; the exception is thrown for numbers that are too large only. */
public class ParsedNumbers {
    static String parse(String text) {
        int number;
        try {
            number = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            if (isNumber(text)) {
                throw new IllegalStateException("too large");
            }
            return "none";
        }
        return number < 0 ? "negative" : "not negative";
    }

    /** True for a sign or none, and at least one digit. */
    private static boolean isNumber(String text) {
        if (text == null) {
            return false;
        }
        int first = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        for (int i = first; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return first < text.length();
    }
}
