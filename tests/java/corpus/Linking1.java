import java.io.Serializable;
import java.util.*;
import java.util.function.*;

/** Linking: order of initialisation, dispatch, bridges, nested classes, lambdas of every kind. */
public class Linking1 {
    static void say(String s) { System.out.println(s); }
    static int told(String s, int v) { say(s + v); return v; }

    interface I0 { int A = told("I0.A ", 1); default void d0() { say("d0"); } }
    interface I1 { int B = told("I1.B ", 2); void none(); }
    interface I2 extends I0 { int C = told("I2.C ", 3); }
    static class Base implements I1 { static int s = told("Base.s ", 4); int f = told("Base.f ", 5); Base() { say("Base()"); hook(); } void hook() { say("Base.hook"); } public void none() {} }
    static class Derived extends Base implements I2 { static int t = told("Derived.t ", 6); int g = 7; { say("init " + g); } Derived() { super(); say("Derived() " + g); } @Override void hook() { say("Derived.hook " + g); } }
    static class Lazy { static { say("Lazy initialised"); } static final int CONSTANT = 42; static final Integer BOXED = 43; static int plain; static void run() { say("run"); } }
    static class Fails { static int x = 1 / (Linking1.zero); static void touch() {} }
    static int zero = 0;

    interface X { default String who() { return "X"; } }
    interface Y extends X { default String who() { return "Y" + X.super.who(); } }
    interface Z extends X {}
    static class YZ implements Y, Z {}
    static class Own extends YZ { public String who() { return "Own" + super.who(); } }
    interface Priv { private String secret() { return "secret"; } default String open() { return secret(); } static String stat() { return "static"; } }

    static abstract class Node<T extends Comparable<T>> implements Comparable<Node<T>> { T v; Node(T v) { this.v = v; } public int compareTo(Node<T> o) { return v.compareTo(o.v); } abstract Node<T> copy(); }
    static class IntNode extends Node<Integer> { IntNode(int v) { super(v); } @Override IntNode copy() { return new IntNode(v + 1); } }

    class Inner { int k = 5; class Deep { int sum() { return k + field; } } }
    private int field = 10;
    private static String secret(int x) { return "priv" + x; }

    enum Op implements IntBinaryOperator {
        ADD("+") { public int applyAsInt(int a, int b) { return a + b; } }, MUL("*") { public int applyAsInt(int a, int b) { return a * b; } };
        final String s; Op(String s) { this.s = s; }
    }

    static int finallyOrder() { int x = 1; try { x = 2; return x; } finally { x = 3; say("finally " + x); } }
    @SuppressWarnings("finally") static int override() { try { throw new RuntimeException("lost"); } finally { return 9; } }
    static class Res implements AutoCloseable { String n; Res(String n) { this.n = n; say("open " + n); } public void close() throws Exception { say("close " + n); throw new Exception("close " + n); } }

    interface TriFunction<A, B, C, R> { R apply(A a, B b, C c); }
    interface ToLong { long get(int x); }
    static long widen(long x) { return x * 2; }
    static int sumAll(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
    static <T extends Comparable<T>> T max(T a, T b) { return a.compareTo(b) > 0 ? a : b; }

    public static void main(String[] args) throws Exception {
        say("const " + Lazy.CONSTANT);
        Lazy[] none = new Lazy[2]; say("array " + none.length);
        say("boxed " + Lazy.BOXED); Lazy.run();
        new Derived().d0();
        say("B " + I1.B);
        for (int i = 0; i < 2; i++) try { Fails.touch(); } catch (Throwable t) { say(t.getClass().getName() + " " + t.getMessage() + " " + (t.getCause() == null ? null : t.getCause().getClass())); }
        say(new YZ().who() + new Own().who() + new Priv() {}.open() + Priv.stat());
        Node<Integer> n = new IntNode(3); say("" + n.copy().v + n.compareTo(new IntNode(4)));
        List<Node<Integer>> nodes = new ArrayList<>(List.of(new IntNode(3), new IntNode(1), new IntNode(2))); Collections.sort(nodes); for (Node<Integer> m : nodes) say("" + m.v);
        Linking1 o = new Linking1(); Linking1.Inner in = o.new Inner(); say("" + in.new Deep().sum() + secret(3));
        for (Op op : Op.values()) say(op + op.s + op.applyAsInt(3, 4) + Op.valueOf("ADD").ordinal() + op.getDeclaringClass().getSimpleName());
        try { Op.valueOf("NO"); } catch (IllegalArgumentException e) { say(e.getMessage()); }
        say("" + finallyOrder() + override());
        try (Res a = new Res("a"); Res b = new Res("b")) { throw new Exception("body"); } catch (Exception e) { say(e.getMessage() + Arrays.toString(e.getSuppressed())); }
        Supplier<Linking1> ctor = Linking1::new; IntFunction<int[]> arr = int[]::new; Function<String, Integer> parse = Integer::parseInt; ToLong tl = Linking1::widen; say("" + ctor.get().field + arr.apply(3).length + parse.apply("12") + tl.get(21));
        BiFunction<String, String, Boolean> eq = String::equals; Function<Integer, Integer> boxed = x -> x + 1; IntUnaryOperator un = boxed::apply; say("" + eq.apply("a", "a") + un.applyAsInt(4));
        TriFunction<Integer, Long, Double, String> tri = (a, b, c) -> a + ":" + b + ":" + c; say(tri.apply(1, 2L, 3.0));
        Runnable r = (Runnable & Serializable) () -> say("ser"); r.run(); say("" + (r instanceof Serializable));
        Function<Object, String> ts = Object::toString; Comparator<String> cmp = Comparator.comparing(String::length); cmp = cmp.thenComparing(Comparator.reverseOrder()); List<String> ls = new ArrayList<>(List.of("bb", "a", "cc", "ddd")); ls.sort(cmp); say(ls + ts.apply(5));
        BinaryOperator<Integer> mx = Linking1::max; say("" + mx.apply(3, 8) + sumAll() + sumAll(1, 2, 3));
        char c = 'a'; c += 1; byte b = (byte) 200; short s = (short) 70000; c++; b >>= 1; say("" + c + b + s + (char) (c + 1) + (int) c);
        long big = Integer.MAX_VALUE; big++; int sh = 1 << 33; say("" + big + sh + (big >>> 3) + (-17 % 5) + (-17 / 5) + Long.MIN_VALUE / -1 + Integer.MIN_VALUE % -1);
        say("" + (int) Double.NaN + (long) 1e30 + (int) -1e30f + (char) 70000.5 + (byte) 300.7 + 5.5 % 2.1 + -0.0 + 0.0 / 0 + (0.1f + 0.2f) + (float) 1e40);
        switch (args.length == 0 ? "two" : "x") { case "one": say("1"); case "two": say("2"); case "three": say("3"); break; default: say("d"); }
        outer: for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j == 2) continue outer; if (i == 2) break outer; say(i + "" + j); }
        int[][][] cube = new int[2][3][]; cube[1][2] = new int[]{1, 2}; say(Arrays.deepToString(cube)); try { int[][] neg = new int[2][-1]; } catch (NegativeArraySizeException e) { say(e.getMessage()); }
        try { Object[] os = new String[1]; os[0] = 1; } catch (ArrayStoreException e) { say(e.getMessage()); }
        try { deep(0); } catch (StackOverflowError e) { say("SO " + (e.getMessage() == null)); }
        Object x = new int[0]; say(x.getClass().getName() + " " + new String[0][0].getClass().getSimpleName() + int.class + x.getClass().getComponentType());
        try { Object q = List.of(1); String z = (String) q; } catch (ClassCastException e) { say(e.getMessage()); }
        try { Object q = o; ((Runnable) q).run(); } catch (ClassCastException e) { say(e.getMessage()); }
        try { Object q = new int[1]; Object[] z = (Object[]) q; } catch (ClassCastException e) { say(e.getMessage()); }
        int[] copy = {1, 2, 3}; int[] cl = copy.clone(); cl[0] = 9; say(copy[0] + "" + cl[0]);
        String nul = null; nul += "x"; say(nul + 'c' + 1 + 2L + 3.0f + true + new char[]{'q'}.length);
        synchronized (o) { say("sync"); }
        Iterator<Integer> it = new Iterator<>() { int i = 0; public boolean hasNext() { return i < 3; } public Integer next() { return i++; } }; int tot = 0; while (it.hasNext()) tot += it.next(); say("" + tot);
        assert zero == 1 : "not on";
        Thread.currentThread().getName();
        throw new Exception("out", new IllegalStateException("inner"));
    }
    static int deep(int n) { return deep(n + 1) + 1; }
}
