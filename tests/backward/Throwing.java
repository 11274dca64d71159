// Exceptions as ways.
class Throwing {
    static int steps;

    static class Own extends RuntimeException {
        final int code;
        Own(int code) {
            this.code = code;
        }
    }

    static int own(int n) {
        try {
            if (n > 5)
                throw new Own(n);
            steps = 1;
        } catch (Own e) {
            if (n <= 5)
                return 1; // never
            if (e.code == 9)
                return 2; // sometimes
            if (steps == 1)
                return 3; // never
        } finally {
            steps += 10;
        }
        if (n <= 5 && steps != 11)
            return 4; // never
        return 0;
    }

    static int finallyWins(int n) {
        int r = over(n);
        if (r != 7)
            return 1; // never
        return 0;
    }

    @SuppressWarnings("finally")
    private static int over(int n) {
        try {
            return 10 / n;
        } finally {
            return 7;
        }
    }

    static int bounds(int[] a, int i) {
        if (a == null)
            return 0;
        try {
            a[i] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            if (i >= 0 && i < a.length)
                return 1; // never
            return 2; // sometimes
        }
        if (i < 0)
            return 3; // never
        return 0;
    }

    static int nothing(int[] a) {
        try {
            return a.length;
        } catch (NullPointerException e) {
            if (a != null)
                return 1; // never
            return 2; // sometimes
        }
    }

    static int negative(int n) {
        try {
            int[] a = new int[n & 255 | n >> 31];
            if (a.length < 0)
                return 1; // never
        } catch (NegativeArraySizeException e) {
            if (n >= 0)
                return 2; // never
            return 3; // sometimes
        }
        return 0;
    }
}
