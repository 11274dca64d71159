// An index that wraps stays inside of its array.
import wayfarer.Wayfarer;

class WrapIndex {
    static int f() {
        int[] ring = new int[16];
        int at = 0;
        while (Wayfarer.anyBoolean("more")) {
            try {
                ring[at] = Wayfarer.anyInt("value");
            } catch (ArrayIndexOutOfBoundsException e) {
                return 1; // never, not proved
            }
            at++;
            if (at == 16)
                at = 0;
        }
        if (ring[3] == 5)
            return 2; // sometimes
        return 0;
    }
}
