// Tokens are free or used.
import wayfarer.Wayfarer;

class Tokens {
    static int f() {
        int free = 4, used = 0;
        while (Wayfarer.anyBoolean("more")) {
            if (Wayfarer.anyBoolean("take")) {
                if (free > 0) {
                    free--;
                    used++;
                }
            } else if (used > 0) {
                used--;
                free++;
            }
            if (free + used != 4)
                return 1; // never
            if (used > 4)
                return 2; // never
        }
        return 0;
    }
}
