// A timer that is set back in time never expires.
import wayfarer.Wayfarer;

class Watchdog {
    static int f() {
        int timer = 0;
        for (;;) {
            timer++;
            if (Wayfarer.anyBoolean("kick") || timer >= 5)
                timer = 0;
            if (timer > 5)
                return 1; // never
            if (timer == 4)
                return 2; // sometimes
        }
    }
}
