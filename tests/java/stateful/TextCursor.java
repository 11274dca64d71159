// The cursor gets one behind the end, but no further, and never before the start.
//
// explore: TextCursor
// options: --objects both --jobs 1
// findings: java.lang.StringIndexOutOfBoundsException 15, java.lang.StringIndexOutOfBoundsException 37
// unusual: java.lang.AssertionError 42, java.lang.AssertionError 45, java.lang.NullPointerException 15, java.lang.NullPointerException 27, java.lang.NullPointerException 37, java.lang.NullPointerException 44
// made: by calls
// tests: confirmed

public class TextCursor {
    private final StringBuilder text = new StringBuilder();
    private int position;

    public void insert(char symbol) {
        text.insert(position, symbol);
        position++;
    }

    public void left() {
        if (position > 0) {
            position--;
        }
    }

    public void right() {
        // Wrong: one too far.
        if (position <= text.length()) {
            position++;
        }
    }

    public void backspace() {
        if (position == 0) {
            return;
        }
        position--;
        text.deleteCharAt(position);
    }

    public char current() {
        if (position < 0) {
            throw new AssertionError("before the start");
        }
        if (position > text.length() + 1) {
            throw new AssertionError("far behind the end");
        }
        return position < text.length() ? text.charAt(position) : '\n';
    }
}
