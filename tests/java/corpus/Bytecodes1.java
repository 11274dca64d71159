import java.util.*;

/** What the compiler makes of unusual code: stack juggling, wide locals, labels, monitors, conditional chains, big constants. */
public class Bytecodes1 {
    static int counter;
    int field;
    long wide;
    static long total;
    byte small;
    char letter;
    int[] values = {1, 2, 3};
    long[] longs = {1, 2};

    static int next() {
        return ++counter;
    }

    Bytecodes1 self() {
        counter += 100;
        return this;
    }

    /** dup_x1, dup_x2, dup2, dup2_x1, dup2_x2. */
    void stack() {
        int a = field++ + ++field;
        long b = wide++ - --wide;
        int c = values[1]++ + ++values[0];
        long d = longs[0]++ * ++longs[1];
        int e = self().field = self().values[2] = 9;
        long f = wide = longs[1] = total = 77L;
        small += 200;
        letter++;
        self().field += next();
        self().values[next() % 3] <<= 2;
        self().longs[counter % 2] ^= 5L;
        String s = "a";
        s += next() + 1.5 + "b" + 'c' + null;
        String[] t = {"x"};
        t[0] += "y";
        System.out.println(a + " " + b + " " + c + " " + d + " " + e + " " + f + " " + field + " " + wide + " " + Arrays.toString(values) + Arrays.toString(longs) + small + letter + s + t[0] + total);
    }

    static int manyLocals(int seed) {
        int a0 = seed, a1 = a0 + 1, a2 = a1 * 2, a3 = a2 - 3;
        long b0 = a3, b1 = b0 * 3, b2 = b1 ^ 4, b3 = b2 + 5, b4 = b3, b5 = b4, b6 = b5, b7 = b6, b8 = b7, b9 = b8;
        double c0 = b9, c1 = c0 / 2, c2 = c1, c3 = c2, c4 = c3, c5 = c4, c6 = c5, c7 = c6, c8 = c7, c9 = c8;
        long[] d = new long[300];
        int i = 0;
        for (long x : d) i += x == 0 ? 1 : 0;
        return (int) (a3 + b9 + c9) + i;
    }

    static String labels(int n) {
        StringBuilder out = new StringBuilder();
        outer:
        for (int i = 0; i < n; i++) {
            inner:
            for (int j = 0; ; j++) {
                if (j == i) continue outer;
                if (i + j == 7) break outer;
                if (j > 3) break inner;
                do {
                    out.append(i * j);
                    if (out.length() % 3 == 0) continue inner;
                } while (out.length() % 4 != 0);
            }
            out.append('|');
        }
        block:
        {
            if (n > 2) break block;
            out.append("small");
        }
        while (n-- > 0) if (n % 2 == 0) out.append(n); else out.append('-');
        return out.toString();
    }

    synchronized int locked(Object lock) {
        synchronized (lock) {
            synchronized (this) {
                if (field > 3) throw new IllegalStateException("in lock");
                return field++;
            }
        }
    }

    static boolean logic(boolean a, boolean b, boolean c) {
        return a && !b || (c ^ a) & (b | !c) && (a ? b : c);
    }

    static int table(int k) {
        switch (k) {
            case 0: return 10;
            case 1:
            case 2: k *= 2;
            case 3: return k;
            case 5: break;
            default: return -1;
        }
        return switch (k) { case 5 -> { try { yield Integer.parseInt("x"); } catch (NumberFormatException e) { yield 55; } } default -> 0; };
    }

    static int varargs(Object... all) {
        return all == null ? -1 : all.length;
    }

    static int sum(int first, int... rest) {
        int s = first;
        for (int r : rest) s += r;
        return s;
    }

    interface A {
        default String hi() {
            return "A";
        }
    }

    interface B extends A {
        default String hi() {
            return "B" + A.super.hi();
        }
    }

    interface C extends A {}

    static class D implements C, B {}

    static class Node<T extends Comparable<T>> implements Comparable<Node<T>>, Iterable<T> {
        T value;
        Node<T> rest;

        Node(T value, Node<T> rest) {
            this.value = value;
            this.rest = rest;
        }

        public int compareTo(Node<T> other) {
            return value.compareTo(other.value);
        }

        public Iterator<T> iterator() {
            return new Iterator<>() {
                Node<T> at = Node.this;

                public boolean hasNext() {
                    return at != null;
                }

                public T next() {
                    T v = at.value;
                    at = at.rest;
                    return v;
                }
            };
        }
    }

    static class Outer {
        private int secret = 5;

        class Inner {
            private int own = secret++;

            int both() {
                return own * 10 + secret;
            }
        }

        static int peek(Outer o) {
            return o.new Inner().own + o.secret;
        }
    }

    public static void main(String[] args) throws Exception {
        Bytecodes1 b = new Bytecodes1();
        b.stack();
        System.out.println(manyLocals(5) + " " + labels(9) + " " + labels(1));
        for (int i = 0; i < 6; i++) {
            try {
                b.field = i;
                System.out.println(b.locked(new Object()));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            synchronized ((Object) null) {
                System.out.println("never");
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        for (int i = 0; i < 8; i++) System.out.print(logic((i & 1) != 0, (i & 2) != 0, (i & 4) != 0) + " ");
        for (int i = -1; i < 7; i++) System.out.print(table(i) + " ");
        System.out.println(varargs() + varargs("a", 1) + " " + sum(1, 2, 3) + " " + varargs((Object[]) null));
        int[][][] cube = new int[2][3][];
        cube[1][2] = new int[] {4};
        long[][] plane = new long[0][5];
        System.out.println(cube[1].length + " " + cube[0][0] + " " + plane.length + " " + (cube instanceof Object) + ((Object) cube instanceof int[][][]) + ((Object) cube instanceof Object[][]) + ((Object) plane instanceof Object[][]));
        System.out.println(new D().hi() + " " + new Node<>("b", null).compareTo(new Node<>("a", null)));
        StringBuilder out = new StringBuilder();
        for (String s : new Node<>("p", new Node<>("q", null))) out.append(s);
        Comparable<Node<String>> raw = new Node<>("z", null);
        try {
            ((Comparable) raw).compareTo("not a node");
        } catch (ClassCastException e) {
            out.append(" bridge");
        }
        System.out.println(out + " " + new Outer().new Inner().both() + " " + Outer.peek(new Outer()));
        final int[] state = {1};
        class Local {
            int get() {
                return state[0] + args.length;
            }
        }
        state[0] = 8;
        System.out.println(new Local().get() + " " + new Object() {
            int x = 4;

            int twice() {
                return x * 2;
            }
        }.twice());
        System.out.println(1000000007 + " " + 0x7fffffffffffffffL + " " + 1e300 + " " + 3.4e38f + " " + (byte) 300 + " " + (char) 65 + " " + '\u0041' + " " + 32768 + " " + -32769 + " " + 0b1011 + " " + 1_000_000 + " " + 077 + " " + (5 & 6 | 1) + " " + (7 >>> 1 << 3) + " " + (-7 >> 1) + " " + (-7 >>> 28) + " " + (5 > 3 == true));
        char c = 'x';
        c += 1;
        int shift = 1 << 33;
        long mixed = 1 << 33L | 1L << 33;
        System.out.println(c + " " + shift + " " + mixed + " " + (c + 1) + " " + (char) (c + 1) + " " + (short) 70000 + " " + (5 / 2 * 2.0) + " " + 7 % -3 + " " + -7 % 3 + " " + 7.5 % -2 + " " + 'a' / 2 + " " + (int) 3.99 + " " + (int) -3.99 + " " + (long) 1e19 + " " + (int) Float.NaN);
        Thread t = Thread.currentThread();
        System.out.println(t.getName() + " " + Bytecodes1.class.getName() + " " + int[].class.getName() + " " + String[][].class.getSimpleName() + " " + int.class + " " + Integer.TYPE.isPrimitive() + " " + b.getClass().getSuperclass() + " " + Runnable.class.isInterface() + " " + Number.class.isInstance(3) + " " + Number.class.isAssignableFrom(Integer.class) + " " + List.class.getPackageName());
        assert counter < 0 : "assertions are off";
        Runtime.getRuntime().gc();
        System.err.println("to standard error");
        System.exit(counter > 0 ? 7 : 0);
    }
}
