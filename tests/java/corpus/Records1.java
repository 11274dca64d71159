import java.util.*;

/** Records, sealed types, pattern matching of instanceof, switch expressions. */
public class Records1 {
    record Point(int x, double y) {
        Point {
            if (x < 0) throw new IllegalArgumentException("negative " + x);
        }

        static Point origin() {
            return new Point(0, 0);
        }

        double norm() {
            return Math.sqrt(x * x + y * y);
        }
    }

    record Pair<A, B>(A first, B second) {}

    record All(boolean z, byte b, char c, short s, int i, long l, float f, double d, String t, int[] a) {}

    record Empty() {}

    sealed interface Expression permits Number, Add, Multiply, Negate {}

    record Number(int value) implements Expression {}

    record Add(Expression left, Expression right) implements Expression {}

    record Multiply(Expression left, Expression right) implements Expression {}

    record Negate(Expression inner) implements Expression {}

    static int evaluate(Expression e) {
        if (e instanceof Number n) return n.value();
        if (e instanceof Add a) return evaluate(a.left()) + evaluate(a.right());
        if (e instanceof Multiply m && m.left() != null) return evaluate(m.left()) * evaluate(m.right());
        if (e instanceof Negate n) return -evaluate(n.inner);
        throw new AssertionError(e);
    }

    static String days(int month) {
        return switch (month) {
            case 4, 6, 9, 11 -> "30";
            case 2 -> {
                String s = "28";
                yield s + "/29";
            }
            default -> month > 12 ? "none" : "31";
        };
    }

    static int sparse(int k) {
        switch (k) {
            case -1000000: return 1;
            case 7: k++;
            case 8: return k;
            case 1 << 30: return 4;
            default: return 0;
        }
    }

    public static void main(String[] args) {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.norm() + " " + p.equals(new Point(3, 4)) + " " + p.equals(new Point(3, -4)) + " " + p.hashCode() + " " + Point.origin() + " " + p.equals(null) + " " + new Point(0, 0.0).equals(new Point(0, -0.0)) + " " + new Point(1, Double.NaN).equals(new Point(1, Double.NaN)));
        Pair<String, Pair<Integer, Object>> pair = new Pair<>("k", new Pair<>(1, null));
        System.out.println(pair + " " + pair.hashCode() + " " + pair.second().first() + " " + new Empty() + new Empty().hashCode() + new Empty().equals(new Empty()));
        int[] a = {1};
        All all = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5.5f, 6.5, "t", a), same = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5.5f, 6.5, "t", a);
        System.out.println(all.equals(same) + " " + (all.hashCode() == same.hashCode()) + " " + all.toString().startsWith("All[z=true, b=1, c=c, s=2, i=3, l=4, f=5.5, d=6.5, t=t, a=[I@"));
        try {
            new Point(-1, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(evaluate(new Add(new Number(2), new Multiply(new Number(3), new Negate(new Number(5))))));
        System.out.println(new Add(new Number(1), new Number(2)));
        for (int m = 0; m < 14; m++) System.out.print(days(m) + " ");
        System.out.println(sparse(-1000000) + " " + sparse(7) + " " + sparse(8) + " " + sparse(1 << 30) + " " + sparse(5));
        Set<Point> set = new HashSet<>(List.of(p, new Point(1, 1)));
        System.out.println(set.contains(new Point(1, 1)) + " " + set.size());
        Map<Pair<Integer, Integer>, String> grid = new HashMap<>();
        for (int i = 0; i < 5; i++) grid.put(new Pair<>(i, i * i), "c" + i);
        System.out.println(grid.get(new Pair<>(3, 9)));
    }
}
