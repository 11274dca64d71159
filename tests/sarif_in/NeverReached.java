// Lines that no input reaches.
// scan:

public class NeverReached {
    public static int between(int n) {
        String name = null;
        if (n > 3 && n < 2) {
            return name.length(); //= NP_ALWAYS_NULL: refuted (no input reaches the line)
        }
        return n;
    }

    public static int divided(int n) {
        int even = n * 2;
        if (even % 2 == 1) {
            return 10 / (n - n); //= DIVIDE_BY_ZERO: refuted (no input reaches the line)
        }
        return even;
    }
}
