// It never is behind the end of its text, nor below depth 0; the end itself is not guarded.
//
// explore: Tokenizer
// options: --objects both --jobs 1 --string-length 2
// findings: java.lang.IllegalArgumentException 17, java.lang.IllegalStateException 36, java.lang.IllegalStateException 52, java.lang.StringIndexOutOfBoundsException 30
// unusual: java.lang.AssertionError 27, java.lang.AssertionError 49, java.lang.NullPointerException 23, java.lang.NullPointerException 44, java.lang.NullPointerException 54, java.lang.StringIndexOutOfBoundsException 23
// made: by calls
// tests: confirmed

public class Tokenizer {
    private final String text;
    private int position;
    private int depth;

    public Tokenizer(String text) {
        if (text == null) {
            throw new IllegalArgumentException("no text");
        }
        this.text = text;
    }

    public char next() {
        while (position < text.length() && text.charAt(position) == ' ') {
            position++;
        }
        if (position > text.length()) {
            throw new AssertionError("behind the end");
        }
        // Wrong at the end.
        char symbol = text.charAt(position);
        position++;
        if (symbol == '(') {
            depth++;
        } else if (symbol == ')') {
            if (depth == 0) {
                throw new IllegalStateException("closed but not opened");
            }
            depth--;
        }
        return symbol;
    }

    public boolean hasNext() {
        return position < text.length();
    }

    public void close() {
        if (depth < 0) {
            throw new AssertionError("depth");
        }
        if (depth > 0) {
            throw new IllegalStateException("opened but not closed");
        }
        position = text.length();
    }
}
