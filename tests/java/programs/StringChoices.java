// explore: StringChoices
// paths: 502
// findings: java.lang.NullPointerException 12, java.lang.NullPointerException 28
// branches: all
// left: input strings longer than --string-length, input strings with characters above U+00FF
// limits: none
// tests: confirmed

/** A switch on strings, two of which have the same hash code, and a password compared by equals. */
public class StringChoices {
    static int choose(String word) {
        switch (word) {
            case "start":
            case "begin":
                return 1;
            case "stop":
                return 2;
            case "Aa":
                return 3;
            case "BB":
                return 4;
            default:
                return 0;
        }
    }

    static boolean password(String given) {
        return given.equals("s3cret") || given.equalsIgnoreCase("master");
    }
}
