// Forty events, one of them after the other.
// explore: Counter.run
// findings: java.lang.AssertionError 15
// verdicts: confirmed

import wayfarer.Wayfarer;

public class Counter {
    static int run() {
        int count = 0;
        while (true) {
            if (Wayfarer.anyBoolean("event")) {
                count++;
            }
            Wayfarer.check(count != 40, "forty");
        }
    }
}
