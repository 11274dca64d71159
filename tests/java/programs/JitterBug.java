// explore: JitterBug.hundred JitterBug.foo JitterBug$Node
// options: --objects any-state
// paths: 114
// exhaustive: true
// findings: java.lang.ArithmeticException 36, java.lang.ArithmeticException 53, java.lang.ArrayIndexOutOfBoundsException 30, java.lang.NullPointerException 61
// tests: confirmed

/** The examples of Visser and Pasareanu's slides on JitterBug, written anew. */
public class JitterBug {
    static String hexAbs(int x) {
        String result = null;
        if (x > 0) {
            result = Integer.toHexString(x);
        } else if (x < 0) {
            result = Integer.toHexString(-x);
        }
        return result.toUpperCase();
    }

    static void fill(int n, int m) {
        int[] array = new int[m];
        for (int i = 0; i <= n; i++) {
            array[i] = 0;
        }
    }

    static void hundred(int n) {
        int[] array = new int[100];
        for (int i = 0; i < n; i++) {
            array[i] = 1;
        }
    }

    static int foo(int m) {
        m = answer(m);
        return m / (1 - m);
    }

    private static int answer(int v) {
        return v == 42 ? 1 : 0;
    }

    static class Node {
        int value;
        Node next;

        Node swap() {
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

        Node swapUnchecked() {
            if (value > next.value) {
                Node t = next;
                next = t.next;
                t.next = this;
                return t;
            }
            return this;
        }
    }
}
