// explore: ExceptionTexts.message ExceptionTexts.text
// findings: ExceptionTexts$NoMessage 19, ExceptionTexts$NoText 25
// tests: confirmed

/** Exceptions that throw another one when they are asked for their text. */
public class ExceptionTexts {
    static class NoMessage extends RuntimeException {
        @Override public String getMessage() { throw new IllegalStateException("no message"); }
    }

    static class NoText extends RuntimeException {
        @Override public String toString() { throw new IllegalStateException("no text"); }
    }

    static int message(int x) {
        if (x > 7)
            return 1;
        if (x == 5)
            throw new NoMessage();
        return 0;
    }

    static int text(int x) {
        if (x == 5)
            throw new NoText();
        return 0;
    }
}
