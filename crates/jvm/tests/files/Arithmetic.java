/** Arithmetic, and the check before a division. */
class Arithmetic {
    static int quotient(int a, int b) {
        return a / b;
    }

    static long shifted(long a, int by) {
        return (a << by) + (int) a;
    }

    static boolean isLess(double a, double b) {
        return a < b;
    }
}
