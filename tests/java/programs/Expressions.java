// explore: Expressions.evaluate
// options: --string-length 5
// paths: 1185
// findings: java.lang.ArithmeticException 60, java.lang.IllegalArgumentException 23, java.lang.IllegalArgumentException 74, java.lang.IllegalArgumentException 94, java.lang.NullPointerException 29
// branches: all
// left: input strings longer than --string-length, input strings with characters above U+00FF
// limits: none
// tests: confirmed

/** Sums and products over a text: a recursive-descent evaluator. */
public class Expressions {
    private final String text;
    private int at;

    private Expressions(String text) {
        this.text = text;
    }

    static int evaluate(String text) {
        Expressions parser = new Expressions(text);
        int value = parser.sum();
        if (parser.at < text.length()) {
            throw new IllegalArgumentException("text after the expression");
        }
        return value;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private int sum() {
        int value = product();
        while (true) {
            switch (peek()) {
                case '+':
                    at++;
                    value += product();
                    break;
                case '-':
                    at++;
                    value -= product();
                    break;
                default:
                    return value;
            }
        }
    }

    private int product() {
        int value = factor();
        while (true) {
            switch (peek()) {
                case '*':
                    at++;
                    value *= factor();
                    break;
                case '/':
                    at++;
                    value /= factor();
                    break;
                default:
                    return value;
            }
        }
    }

    private int factor() {
        char c = peek();
        if (c == '(') {
            at++;
            int value = sum();
            if (peek() != ')') {
                throw new IllegalArgumentException("no )");
            }
            at++;
            return value;
        }
        if (c == '-') {
            at++;
            return -factor();
        }
        return number();
    }

    private int number() {
        int start = at;
        int value = 0;
        while (Character.isDigit(peek())) {
            value = 10 * value + Character.digit(peek(), 10);
            at++;
        }
        if (at == start) {
            throw new IllegalArgumentException("no number");
        }
        return value;
    }
}
