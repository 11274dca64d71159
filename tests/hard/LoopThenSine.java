// A loop that counts, and a sine behind it.
//
// witness: 40, 1.5
public class LoopThenSine {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(int x, double u) {
        int result = 0;
        for (int i = 0; i < x; i++) {
            result += i % 2 == 0 ? 8 : 10;
        }
        if (result == 360) {
            if (Math.sin(u) > 0.99) reached();
        }
    }
}
