// Amounts of money read from a string (digits, a sign, a point, cents), added as longs and compared.
//
// options: JavaAmount.check --string-length 7 --strategy dfs --max-paths 1500

/** Reads "-12.34" as -1234 cents. */
public class JavaAmount {
    static int check(String text, long balance) {
        long cents = cents(text);
        if (cents < 0 && balance < -cents) {
            return 1;
        }
        long left = Math.addExact(balance, cents);
        if (left % 100 == 0) {
            return 2;
        }
        return left * 3 > balance * 2 ? 3 : 4;
    }

    private static long cents(String text) {
        int at = 0;
        boolean negative = !text.isEmpty() && text.charAt(0) == '-';
        if (negative) {
            at++;
        }
        long value = 0;
        int places = -1;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '.' && places < 0) {
                places = 0;
            } else if (c >= '0' && c <= '9' && places < 2) {
                value = value * 10 + (c - '0');
                if (places >= 0) {
                    places++;
                }
            } else {
                throw new NumberFormatException(text);
            }
        }
        for (int i = Math.max(places, 0); i < 2; i++) {
            value *= 10;
        }
        return negative ? -value : value;
    }
}
