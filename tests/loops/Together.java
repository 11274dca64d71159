// Two counters that move together, as long as nobody knows.
import wayfarer.Wayfarer;

class Together {
    static int f() {
        int x = 0, y = 0;
        while (Wayfarer.anyBoolean("more")) {
            x++;
            y++;
        }
        if (x != y)
            return 1; // never
        if (x == 2)
            return 2; // sometimes
        return 0;
    }
}
