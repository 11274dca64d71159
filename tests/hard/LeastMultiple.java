// Two ints by their least common multiple and their difference.
//
// witness: 260, 284
public class LeastMultiple {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    static void check(int a, int b) {
        if (a < 1 || b <= a || b > 500) return;
        if (a / gcd(a, b) * b == 18460 && b - a == 24) reached();
    }
}
