import java.util.*;
import java.util.function.*;

/** Records, sealed types, switches of all kinds, generics, inner classes, interfaces. */
public class Patterns2 {
    sealed interface Expr permits Num, Add, Mul, Neg {}
    record Num(int v) implements Expr {}
    record Add(Expr l, Expr r) implements Expr {}
    record Mul(Expr l, Expr r) implements Expr {}
    record Neg(Expr e) implements Expr {}
    static int eval(Expr e) {
        if (e instanceof Num n) return n.v();
        if (e instanceof Add a) return eval(a.l()) + eval(a.r());
        if (e instanceof Mul m && !(m.l() instanceof Num z && z.v() == 0)) return eval(m.l()) * eval(m.r());
        return 0;
    }
    record Range(int lo, int hi) implements Iterable<Integer>, Comparable<Range> {
        static int made;
        Range { if (lo > hi) throw new IllegalArgumentException(lo + ">" + hi); made++; }
        Range(int hi) { this(0, hi); }
        int width() { return hi - lo; }
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = lo;
                public boolean hasNext() { return at < hi; }
                public Integer next() { if (!hasNext()) throw new NoSuchElementException(); return at++; }
            };
        }
        public int compareTo(Range o) { return Comparator.comparingInt(Range::lo).thenComparingInt(Range::hi).compare(this, o); }
    }
    record Mixed(byte b, short s, char c, long l, float f, double d, boolean z, String t, int[] a, Object o) {}
    record Generic<T extends Comparable<T>>(T a, T b) { T max() { return a.compareTo(b) > 0 ? a : b; } }
    enum Op implements IntBinaryOperator {
        ADD("+") { public int applyAsInt(int a, int b) { return a + b; } }, MUL("*") { public int applyAsInt(int a, int b) { return a * b; } };
        final String sign;
        private static final Map<String, Op> BY = new HashMap<>();
        static { for (Op o : values()) BY.put(o.sign, o); }
        Op(String s) { sign = s; }
        static Op of(String s) { return Optional.ofNullable(BY.get(s)).orElseThrow(() -> new NoSuchElementException(s)); }
    }
    static String day(int d) {
        return switch (d) { case 1, 7 -> "weekend"; case 2, 3, 4, 5, 6 -> { String s = "week"; yield s + d; } default -> throw new IllegalArgumentException("" + d); };
    }
    static int words(String s) {
        switch (s) { case "Aa": case "BB": return 1; case "": return 2; case "long one": int x = 3; return x; default: return -1; }
    }
    static String op(Op o) { return switch (o) { case ADD -> "plus"; case MUL -> "times"; }; }
    class Inner { int v = outer; class Deep { int w = v + outer; } }
    int outer = 4;
    interface A { default String m() { return "A"; } static String st() { return "st"; } private String p() { return "p"; } default String q() { return p(); } }
    interface B extends A { default String m() { return "B" + A.super.m(); } }
    static class C implements B, A { public String m() { return "C" + B.super.m(); } }
    static <T, R> Function<T, R> memo(Function<T, R> f) { Map<T, R> m = new HashMap<>(); return t -> m.computeIfAbsent(t, f); }
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static long sum(int... xs) { long s = 0; for (int x : xs) s += x; return s; }
    static String over(Object o) { return "O"; } static String over(Integer i) { return "I"; } static String over(long l) { return "L"; } static String over(int... l) { return "V"; }
    static class Res implements AutoCloseable { final String n; Res(String n) { this.n = n; System.out.print("open " + n + " "); } public void close() { System.out.print("close " + n + " "); throw new IllegalStateException("close " + n); } }
    public static void main(String[] args) throws Exception {
        Expr e = new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4))));
        System.out.println(e + " " + eval(e) + " " + e.equals(new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4))))) + " " + e.hashCode());
        for (int i : new Range(3)) System.out.print(i + " ");
        try { new Range(3, 1); } catch (IllegalArgumentException x) { System.out.println(x.getMessage() + Range.made); }
        System.out.println(new Range(1, 5).compareTo(new Range(1, 3)) + " " + new TreeSet<>(List.of(new Range(5), new Range(2, 3))) + new Generic<>("a", "b").max() + new Range(1, 2).hashCode());
        Mixed m = new Mixed((byte) 1, (short) 2, 'c', 4L, 5f, -0.0, true, null, null, 'o');
        System.out.println(m + " " + m.hashCode() + m.equals(new Mixed((byte) 1, (short) 2, 'c', 4L, 5f, 0.0, true, null, null, 'o')));
        System.out.println(Op.of("*").applyAsInt(6, 7) + op(Op.ADD) + Op.ADD.compareTo(Op.MUL) + Op.MUL.getDeclaringClass() + Op.valueOf("ADD").name() + Arrays.toString(Op.values()));
        try { Op.of("/"); } catch (NoSuchElementException x) { System.out.println(x); }
        System.out.println(day(1) + day(3) + words("BB") + words("Aa") + words("") + words("long one") + words("C"));
        try { day(9); } catch (IllegalArgumentException x) { System.out.println(x); }
        Patterns2 p = new Patterns2(); Patterns2.Inner.Deep d = p.new Inner().new Deep();
        System.out.println(d.w + new C().m() + new C().q() + A.st());
        int[] calls = {0}; Function<Integer, Integer> f = memo(x -> { calls[0]++; return x * x; });
        System.out.println(f.apply(4) + f.apply(4) + f.andThen(x -> x + 1).compose((String s) -> s.length()).apply("abc") + " " + calls[0]);
        Supplier<Supplier<String>> nested = () -> () -> "nested" + p.outer; System.out.println(nested.get().get());
        BiFunction<Integer, Integer, Integer> bf = Math::max; UnaryOperator<String> up = String::toUpperCase; Function<Integer, int[]> arr = int[]::new; Supplier<List<String>> mk = ArrayList::new;
        System.out.println(bf.apply(3, 9) + up.apply("q") + arr.apply(3).length + mk.get() + over(5) + over((short) 5) + over('c') + over(5L) + over(Integer.valueOf(5)) + over("s") + over() + sum(1, 2, 3) + depth(2000));
        try (Res a = new Res("a"); Res b = new Res("b")) { System.out.print("body "); throw new Exception("body"); } catch (Exception x) { System.out.println(x.getMessage() + Arrays.toString(x.getSuppressed())); }
        System.out.println(finallys(0) + finallys(1) + finallys(2));
        label: for (int i = 0; ; i++) { for (int j = 0; j < 5; j++) { if (j == 3) continue label; if (i == 2) break label; System.out.print(i * j); } }
        char ch = 'a'; ch += 1.7; byte by = (byte) 200; by >>>= 1; short sh = (short) 40000; int sx = 5; sx = sx++ + ++sx; long lg = 1L << 65; System.out.println(" " + ch + by + sh + sx + lg + (5 / -2) + (-5 % 3) + (int) Double.NaN + (long) 1e30 + (char) 97 + (byte) 300 + 07 + 0b101 + 1_000 + (0.1 + 0.2) + (float) 0.1 + 1.0 / 0 + 'a' + 1 + (char) ('a' + 1));
        Object o = new int[][] {{1}, {2, 3}}; System.out.println(o instanceof Object[] && o instanceof int[][] ? ((int[][]) o)[1][1] : -1);
        StringBuilder sb = new StringBuilder(); new Object() { void go(int n) { if (n > 0) { sb.append(n); go(n - 1); } } }.go(3); System.out.println(sb);
        var list = new ArrayList<Map<String, ? extends Number>>(); list.add(Map.of("k", 1)); for (var x : list) System.out.println(x.get("k").doubleValue());
        Integer i1 = 127, i2 = 127, i3 = 1000, i4 = 1000; System.out.println((i1 == i2) + "" + (i3 == i4) + i3.equals(i4) + (i3 <= i4));
        Iterator<Integer> it = new Range(1).iterator(); it.next(); it.next();
    }
    static int finallys(int k) { int x = 1; try { if (k == 1) throw new RuntimeException(); x = 2; return x; } catch (RuntimeException r) { return x + 10; } finally { x = 100; if (k == 2) return x; } }
}
