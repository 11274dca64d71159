// A string whose hash code has no absolute value.
//
// witness: "Gycxf_"
public class NegativeHash {
    static void reached() {
        throw new IllegalStateException("reached");
    }

    static void check(String s) {
        if (s == null || s.length() != 6) return;
        for (int i = 0; i < 6; i++) {
            if (s.charAt(i) < ' ' || s.charAt(i) > '~') return;
        }
        if (Math.abs(s.hashCode()) < 0) reached();
    }
}
