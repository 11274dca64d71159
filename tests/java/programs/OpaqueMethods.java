// explore: OpaqueMethods
// options: --opaque OpaqueMethods$BlackBox --all-paths
// paths: 5
// findings: java.lang.IllegalStateException 28
// branches: 5 of 6
// limits: none
// left: values pinned to what they were under one model
// tests: confirmed

/**
 * Kähkönen's examples of methods that nothing is known of (LCT, TKK-ICS-R26, figures 10 and 15), written anew:
 * they run with the values at hand. Figure 15 has no input that takes its second branch, and none is
 * expected to: the values are part of the path.
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
}
