// Accessors, as in depth.c: what methods do depends on what others return that they call, which call others.
//
// with --call-depth 0
// functions: Depth
// confirmed: java.lang.ArithmeticException in Depth.accessor, 1 time
// confirmed: java.lang.ArithmeticException in Depth.accessorOfAccessor, 1 time
// confirmed: java.lang.ArithmeticException in Depth.divisor, 1 time
// skipped: calls deeper than 0
//
// with --call-depth 1
// functions: Depth
// confirmed: java.lang.ArithmeticException in Depth.accessor, 1 time
// confirmed: java.lang.ArithmeticException in Depth.accessorOfAccessor, 1 time
// confirmed: java.lang.ArithmeticException in Depth.divisor, 1 time
// skipped: calls deeper than 1
//
// with --call-depth 2
// functions: Depth
// confirmed: java.lang.ArithmeticException in Depth.accessor, 1 time
// confirmed: java.lang.ArithmeticException in Depth.accessorOfAccessor, 1 time
// confirmed: java.lang.ArithmeticException in Depth.divisor, 1 time
//
// with --call-depth 0 --lazy-steps 0
// functions: Depth
// confirmed: java.lang.ArithmeticException in Depth.accessor, 1 time
// confirmed: java.lang.ArithmeticException in Depth.accessorOfAccessor, 1 time
// confirmed: java.lang.ArithmeticException in Depth.divisor, 1 time
// deeper: Depth 2

public class Depth {
    private static int answer(int v) {
        if (v == 42) return 1;
        return 0;
    }

    private static int other(int v) {
        if (v == 42) return 2;
        return 0;
    }

    private static int twice(int v) {
        if (v < 0) return -2;
        return answer(v / 2);
    }

    public static int accessor(int m) {
        m = answer(m);
        return m / (1 - m);
    }

    public static int accessorOfAccessor(int m) {
        m = twice(m);
        return m / (1 - m);
    }

    public static int harmless(int m) {
        m = other(m);
        return m / (1 - m);
    }

    public static int divisor(int m) {
        return 7 / m;
    }
}
