// A mode that every turn sets again to what it was.
import wayfarer.Wayfarer;

class ConstantInLoop {
    static int f(int mode) {
        if (mode != 3 && mode != 5)
            return 0;
        int other = 8 - mode;
        while (Wayfarer.anyBoolean("more")) {
            int swap = mode;
            mode = other;
            other = swap;
        }
        if (mode == 4)
            return 1; // never
        if (mode + other != 8)
            return 2; // never
        return 0;
    }
}
