// A Pythagorean triple of longs without a common factor.
//
// witness: 41, 840, 841
public class LongTriple {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(long a, long b, long c) {
        if (a > 40 && b > a && c > b && c < 2000 && a * a + b * b == c * c && c - b == 1) reached();
    }
}
