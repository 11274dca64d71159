// Where an assumption depends on the time, or what is pruned has asked for it, nothing is proved.
// reach: Assumed.late --target Assumed.java:13
//   Assumed.java:13: open (left out: 1 other times and seeds of random numbers, on which decisions depend (--free clock,random))
// reach: Assumed.flagged --prune errors --target Assumed.java:26
//   Assumed.java:26: open (left out: 1 other times and seeds of random numbers, on which decisions depend (--free clock,random))
import wayfarer.Wayfarer;

public class Assumed {
    private Assumed() {}

    static int late() {
        Wayfarer.assume(System.currentTimeMillis() % 100_000 == 7);
        return 15;
    }

    static int flagged(boolean flag, int b) {
        boolean late = false;
        if (flag) {
            late = System.currentTimeMillis() % 100_000 == 7;
        }
        int s = 1;
        if (b > 5) {
            s = 2;
        }
        if (late) {
            throw new IllegalStateException();
        }
        return s;
    }
}
