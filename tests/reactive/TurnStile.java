// A turnstile: coins and pushes. After three coins without a push it lets two through.
// explore: TurnStile.run
// findings: java.lang.AssertionError 28
// verdicts: confirmed

import wayfarer.Wayfarer;

public class TurnStile {
    static int run() {
        int coins = 0;
        boolean locked = true;
        int passed = 0;
        while (true) {
            int event = Wayfarer.anyInt("event");
            if (event == 1) {
                coins++;
                passed = 0;
                locked = false;
            } else if (event == 2 && !locked) {
                passed++;
                if (coins < 3) {
                    locked = true;
                    coins = 0;
                } else {
                    coins = 2;
                }
            }
            Wayfarer.check(passed < 2, "two for one coin");
        }
    }
}
