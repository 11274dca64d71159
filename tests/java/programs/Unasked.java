// explore: Unasked
// options: --all-paths
// paths: 5
// findings: none
// tests: confirmed
// exhaustive: true

import java.util.Random;

/** The time and seeds of random numbers that nothing depends on leave nothing out. */
public class Unasked {
    private static long made;
    private static Random random;

    static int stamped(int count) {
        made = System.currentTimeMillis();
        long begun = System.nanoTime();
        made += System.nanoTime() - begun;
        return count > 3 ? 1 : 2;
    }

    static int seeded(int count) {
        random = new Random();
        return count > 3 ? 1 : 2;
    }
}
