// The seven programs of Dinges and Agha's paper on symcretic execution (ASE 2014), after its descriptions.
// reach: Symcretic.unreach --target Symcretic.java:37 --time 16
//   Symcretic.java:37: unreachable
// reach: Symcretic.slicing Symcretic.narrow Symcretic.dart Symcretic.trityp Symcretic.easy Symcretic.hard --target Symcretic.java:58 --target Symcretic.java:68 --target Symcretic.java:75 --target Symcretic.java:78 --target Symcretic.java:96 --target Symcretic.java:98 --target Symcretic.java:101 --target Symcretic.java:113 --target Symcretic.java:129 --target Symcretic.java:130 --time 16
//   Symcretic.java:58: reached
//   Symcretic.java:68: reached
//   Symcretic.java:75: reached
//   Symcretic.java:78: reached
//   Symcretic.java:96: reached
//   Symcretic.java:98: reached
//   Symcretic.java:101: reached
//   Symcretic.java:113: reached
//   Symcretic.java:129: reached
//   Symcretic.java:130: reached
class Symcretic {
    static void error() {
        throw new AssertionError();
    }

    /** An error that one branch excludes, whatever is decided before. */
    static void unreach(int x1, int x2, int x3) {
        int y = 0;
        if (x1 > 0)
            y = y + 1;
        else
            y = y - 1;
        if (x2 > 0)
            y = y + 2;
        else
            y = y - 2;
        if (x3 > 0)
            y = y + 3;
        else
            y = y - 3;
        if (y > 0) {
            if (y == 0)
                error();
        }
    }

    /** Conditionals that have nothing to do with the error. */
    static void slicing(int x1, int x2, int x3, int x4) {
        int a = 0;
        if (x1 > 0)
            a += 1;
        else
            a -= 1;
        if (x2 > 0)
            a += 2;
        else
            a -= 2;
        if (x3 > 0)
            a += 3;
        else
            a -= 3;
        int y = x4 * 3;
        if (y == 21)
            error();
    }

    /** Reached for the one number whose absolute value is negative. */
    static void narrow(int x) {
        int y;
        if (x > 0)
            y = x;
        else
            y = Math.abs(x);
        if (y < 0) error();
    }

    /** A product that overflows, and a function of the library. */
    static void dart(int x, int y) {
        if (x * x * x > 0) {
            if (x > 0 && y == 10)
                error();
        } else {
            if (x > 0 && Math.sin(y) > 0.9)
                error();
        }
    }

    /** Classification of triangles. */
    static int trityp(int i, int j, int k) {
        if (i <= 0 || j <= 0 || k <= 0)
            return 4;
        int equal = 0;
        if (i == j)
            equal += 1;
        if (i == k)
            equal += 2;
        if (j == k)
            equal += 3;
        if (equal == 0) {
            if (i + j <= k || j + k <= i || i + k <= j)
                return 4;
            return 1;
        } else if (equal > 3)
            return 3;
        else if (equal == 1 && i + j > k
                || equal == 2 && i + k > j || equal == 3 && j + k > i)
            return 2;
        return 4;
    }

    /** A hundred million traversals. */
    static void easy(int x) {
        int y = 0;
        while (x > 0) {
            x--;
            y++;
        }
        if (y == 100000000)
            error();
    }

    /** The same, doing something every 31st time. */
    static void hard(int x, double u) {
        int res = 0;
        int i = 0;
        while (i < x) {
            int tmp = i % 31;
            if (tmp == 5)
                res += 33;
            else
                res -= 1;
            i++;
        }
        if (res == 9677420) {
            if (Math.sin(u) > 0.5)
                error();
        }
    }
}
