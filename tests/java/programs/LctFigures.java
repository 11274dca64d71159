// explore: LctFigures
// options: --objects any-state --all-paths
// paths: 17
// exhaustive: true
// findings: java.lang.IllegalStateException 26, java.lang.NullPointerException 41, java.lang.IllegalStateException 42
// tests: confirmed

/** Kähkönen's examples (LCT, TKK-ICS-R26), written anew. */
public class LctFigures {
    static class SimpleList {
        int value;
        SimpleList next;
    }

    /** Figure 1: of six combinations of branches, four can be taken. */
    static int figure1(int x, int input) {
        x = x + 5;
        int y;
        if (x > 0) {
            y = input;
        } else {
            y = 10;
        }
        if (x > 2) {
            if (y == 2789) {
                throw new IllegalStateException("error");
            }
        }
        return y;
    }

    /** Figure 3: null, a list that is its own rest, and one that is not. */
    static void figure3(int x, SimpleList input) {
        x = x + 5;
        SimpleList y;
        if (x > 0) {
            y = input;
        } else {
            y = null;
        }
        if (y.next == y) {
            throw new IllegalStateException("error");
        }
    }

    /** Figure 12: both lists may be one. */
    static int figure12(SimpleList l1, SimpleList l2, int x) {
        if (x == 5) {
            if (l1 != null) {
                if (l2 != null) {
                    l1.value = l2.value;
                    if (l1 == l2) {
                        return l1.value;
                    }
                }
            }
        }
        return 0;
    }

    private static int blackBox(int y) {
        return y;
    }

    /** Figure 15: the second branch cannot be taken, as blackBox returns its argument. */
    static int figure15(int x, int y) {
        if (y > x) {
            if (x > blackBox(y)) {
                return 1;
            } else {
                return 2;
            }
        } else {
            return 3;
        }
    }
}
