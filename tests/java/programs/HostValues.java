// explore: HostValues
// options: --free clock,random,hash --all-paths
// findings: java.lang.ArithmeticException 22
// left: none
// exhaustive: true
// branches: 6 of 12

import java.util.Random;

/**
 * What the host gives, as inputs. No test can set it: such a test diverges, unless the JVM happens to give
 * what it needs.
 */
public class HostValues {
    static int expired(long deadline) {
        return System.currentTimeMillis() > deadline ? 1 : 0;
    }

    /** The clock of a machine may be set back. */
    static long rate(int bytes) {
        long begun = System.currentTimeMillis();
        return bytes / (System.currentTimeMillis() - begun);
    }

    /** That one may not. */
    static boolean elapsed() {
        long begun = System.nanoTime();
        return System.nanoTime() - begun < 0;
    }

    static int thrown() {
        return new Random().nextInt(1 << 20) == 7 ? 1 : 0;
    }

    /** One that is given its seed is no input. */
    static int seeded() {
        return new Random(42).nextInt(10) == 0 ? 1 : 0;
    }

    static int hash() {
        Object object = new Object(), other = new Object();
        if (object.hashCode() != object.hashCode()) {
            return 2;
        }
        return object.hashCode() == other.hashCode() ? 1 : 0;
    }
}
