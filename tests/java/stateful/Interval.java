// Made by a factory that keeps its bounds in order; their sum overflows.
//
// explore: Interval
// options: --objects both --jobs 1 --max-paths 3000
// findings: java.lang.ArithmeticException 42, java.lang.IllegalArgumentException 21, java.lang.NullPointerException 27, java.lang.NullPointerException 32
// unusual: java.lang.AssertionError 37
// made: by calls
// tests: confirmed

public final class Interval {
    private final int low;
    private final int high;

    private Interval(int low, int high) {
        this.low = low;
        this.high = high;
    }

    public static Interval of(int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException("inverted");
        }
        return new Interval(low, high);
    }

    public Interval hull(Interval other) {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }

    public Interval intersection(Interval other) {
        // Wrong: they may have nothing in common.
        return of(Math.max(low, other.low), Math.min(high, other.high));
    }

    public int middle() {
        if (low > high) {
            throw new AssertionError("inverted");
        }
        // Wrong: it may overflow.
        int middle = (low + high) / 2;
        if (middle < low || middle > high) {
            throw new ArithmeticException("overflow");
        }
        return middle;
    }
}
