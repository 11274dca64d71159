// explore: OpaqueMethods
// options: --opaque OpaqueMethods$BlackBox --all-paths
// findings: java.lang.IllegalStateException 28, java.lang.IllegalArgumentException 67
// branches: 12 of 14
// limits: opaque-values
// left: values pinned to what they were under one model, paths cut off by a limit
// tests: confirmed

/**
 * Kähkönen's examples of methods that nothing is known of (LCT, TKK-ICS-R26, figures 10 and 15), written anew:
 * they run with the values at hand, which are part of the path. Figure 15 has no input that takes its
 * second branch: what is tried for it is a path of its own. Branches closed to the values at hand are
 * reached with others.
 */
public class OpaqueMethods {
    static class BlackBox {
        static int same(int y) {
            return y;
        }

        static int mixed(int y) {
            return (y ^ 0x5bd1e995) * 31 + y / 7;
        }
    }

    static int equal(int x, int y) {
        if (x == BlackBox.mixed(y)) {
            throw new IllegalStateException("found");
        }
        return 0;
    }

    static int figure15(int x, int y) {
        if (y > x) {
            if (x > BlackBox.same(y)) {
                return 1;
            } else {
                return 2;
            }
        } else {
            return 3;
        }
    }

    /** Open only to other values of y than that of the first call. */
    static int after(int y) {
        int mixed = BlackBox.mixed(y);
        if (y == 123456) {
            return mixed;
        }
        return 0;
    }

    static int calls;

    private static int count(int by) {
        calls += BlackBox.same(by);
        return calls;
    }

    /** What the calls leave behind is that of the value that is tried. */
    static int effects(int x, int y) {
        calls = 0;
        int first = count(x);
        count(y);
        if (x > 1000 && y == x + 1 && calls == first + y) {
            throw new IllegalArgumentException("both");
        }
        return calls;
    }
}
