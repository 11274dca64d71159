// A level stays within its bounds.
import wayfarer.Wayfarer;

class Saturating {
    static int f() {
        int level = 50;
        for (;;) {
            int change = Wayfarer.anyInt("change");
            if (change < -10 || change > 10)
                return 0;
            level += change;
            if (level < 0)
                level = 0;
            if (level > 100)
                level = 100;
            if (level == 73)
                return 1; // sometimes
            if (level < 0 || level > 100)
                return 2; // never
        }
    }
}
