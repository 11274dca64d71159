// What differs from run to run is no proof: times, seeds of random numbers, the order of sets. That one is asked for is no
// matter where no decision depends on it.
//
// reach: Chance --target Chance.java:29 --target Chance.java:37 --target Chance.java:44 --target Chance.java:51 --target Chance.java:63
//   Chance.java:29: open (left out: 3 other times and seeds of random numbers, on which decisions depend (--free clock,random))
//   Chance.java:37: open (left out: 3 other times and seeds of random numbers, on which decisions depend (--free clock,random))
//   Chance.java:44: open (left out: 3 other times and seeds of random numbers, on which decisions depend (--free clock,random))
//   Chance.java:51: open (left out: 3 other times and seeds of random numbers, on which decisions depend (--free clock,random))
//   Chance.java:63: unreachable
// reach: Chance.dice --free random --target Chance.java:29
//   Chance.java:29: reached [inconclusive]
// reach: Chance.dice --free clock --target Chance.java:29
//   Chance.java:29: reached [inconclusive]
// reach: Chance.coin --free random --target Chance.java:51
//   Chance.java:51: reached [inconclusive]
// reach: Chance.late --free clock --target Chance.java:37
//   Chance.java:37: reached [inconclusive]
import java.util.Random;
import java.util.Set;

public class Chance {
    private long made;

    private Chance() {}

    /** One seed of a million. */
    static int dice() {
        if (new Random().nextInt(1 << 20) == 5) {
            return 6;
        }
        return 0;
    }

    /** One moment of many. */
    static int late() {
        if (System.currentTimeMillis() % 100_000 == 7) {
            return 7;
        }
        return 0;
    }

    static int first() {
        if (Set.of(1, 2, 3).iterator().next() == 3) {
            return 1;
        }
        return 0;
    }

    static int coin() {
        if (Math.random() < 1e-6) {
            return 1;
        }
        return 0;
    }

    static int stamped(int count) {
        Chance chance = new Chance();
        chance.made = System.nanoTime();
        if (count > 3) {
            return 1;
        }
        if (count > 7) {
            return 2;
        }
        return 0;
    }
}
