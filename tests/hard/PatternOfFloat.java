// A float by its bits and by its square.
//
// witness: -0x1.6a0d4ep0f
public class PatternOfFloat {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(float x) {
        int bits = Float.floatToIntBits(x);
        if (bits % 1000 == -321 && x * x > 2 && x * x < 2.1f && x < 0) reached();
    }
}
