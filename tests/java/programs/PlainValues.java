// explore: PlainValues.size
// findings: none
// tests: confirmed
// branches: all
// written: int result = PlainValues.size("aaaa");

/** Characters of strings that a path does not look at can be read. */
public class PlainValues {
    static int size(String text) {
        if (text == null || text.length() < 4) {
            return 0;
        }
        return text.charAt(1) > '`' ? 2 : 1;
    }
}
