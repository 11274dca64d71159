// The examples of "How many paths must a test walk down?": an accessor on the way, fields behind a reference,
// two parameters that are one object, loops whose bounds are inputs, and a text that one input has none of.
//
// functions: Warnings, Warnings$ArrayBound, Warnings$Node, Warnings$Pair
// confirmed: java.lang.ArithmeticException in Warnings.foo, 1 time
// confirmed: java.lang.ArithmeticException in Warnings$Node.swapAndDivide, 1 time
// confirmed: java.lang.ArrayIndexOutOfBoundsException in Warnings$ArrayBound.f, 1 time
// confirmed: java.lang.ArrayIndexOutOfBoundsException in Warnings.fill, 1 time
// confirmed: java.lang.AssertionError in Warnings$Pair.foo, 1 time
// confirmed: java.lang.NullPointerException in Warnings.hexAbs, 1 time
// confirmed: java.lang.NullPointerException in Warnings$Node.swapUnchecked, 1 time
// documented: java.lang.NegativeArraySizeException in Warnings$ArrayBound.f, 1 time
// documented: java.lang.NegativeArraySizeException in Warnings.fillAll, 1 time

public class Warnings {
    public int foo(int m) {
        m = answer(m);
        m = m / (1 - m);
        return m;
    }

    private int answer(int v) {
        return v == 42 ? 1 : 0;
    }

    public int fill(int n) {
        int[] array = new int[100];
        for (int i = 0; i < n; i++) {
            array[i] = i;
        }
        return array[0];
    }

    public int[] fillAll(int n) {
        return new int[n];
    }

    public static String hexAbs(int x) {
        String result = null;
        if (x > 0) {
            result = Integer.toHexString(x);
        } else if (x < 0) {
            result = Integer.toHexString(-x);
        }
        return result.toUpperCase();
    }

    public static class ArrayBound {
        public static void f(int last, int length) {
            int[] array = new int[length];
            for (int i = 0; i <= last; i++) {
                array[i] = 0;
            }
        }
    }

    public static class Node {
        public int value;
        public Node next;

        public Node swap() {
            if (next != null) {
                if (value > next.value) {
                    Node t = next;
                    next = t.next;
                    t.next = this;
                    return t;
                }
            }
            return this;
        }

        public Node swapUnchecked() {
            if (value > next.value) {
                Node t = next;
                next = t.next;
                t.next = this;
                return t;
            }
            return this;
        }

        public Node swapAndDivide() {
            if (next != null) {
                if (value > next.value) {
                    Node t = next;
                    next = t.next;
                    t.next = this;
                    int x = 10 / (5 - value);
                    return t;
                }
            }
            return this;
        }
    }

    public static class Pair {
        public int x;

        public static void foo(Pair n1, Pair n2) {
            if (n1 != null && n2 != null) {
                n1.x = 2;
                n2.x = 3;
                assert n1.x == 2;
            }
        }
    }
}
