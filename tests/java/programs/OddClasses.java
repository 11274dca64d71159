// explore: com.acme.odd.OddClasses com.acme.odd.OddClasses.hidden com.acme.odd.OddClasses$Inner com.acme.odd.OddClasses$Account
// options: --objects both --assert-fields
// findings: java.lang.IllegalArgumentException 44
// unusual: java.lang.IllegalStateException 89
// tests: confirmed

package com.acme.odd;

import java.util.function.IntSupplier;

/** Inputs, receivers and results of every kind of class, in a package, with every kind of access. */
public class OddClasses {
    protected int level;
    private final String title;
    static int made;

    protected OddClasses(String title) {
        this.title = title;
    }

    /** Nobody else may name it; it has no constructor without parameters. */
    private static final class Hidden {
        private final int key;
        private transient Hidden next;

        private Hidden(int key) {
            this.key = key * 3;
        }

        private int sum() {
            return next == null ? key : next == this ? -1 : key + next.key;
        }
    }

    private static int hidden(Hidden hidden) {
        return hidden == null ? 0 : hidden.sum() == 7 ? 1 : 2;
    }

    record Range(int low, int high) {
        static int made;

        Range {
            if (low > high) {
                throw new IllegalArgumentException("low > high");
            }
            made++;
        }

        int length() {
            return high - low;
        }
    }

    static String ranged(Range range, int at) {
        if (range == null) return "none";
        return at < range.low() ? "below" : range.length() == 5 ? "five" : "other";
    }

    static Range range(int low, int high) {
        return new Range(low, high);
    }

    sealed interface Shape permits Circle, Square, Dot { }

    record Circle(double radius) implements Shape { }

    record Square(float side) implements Shape { }

    enum Dot implements Shape { SMALL, LARGE { @Override int size() { return 9; } };
        int size() { return 1; }
    }

    static int area(Shape shape) {
        if (shape instanceof Circle circle) return circle.radius() > 2.5 ? 1 : 2;
        if (shape instanceof Square square) return Float.isNaN(square.side()) ? 3 : 4;
        if (shape instanceof Dot dot) return dot.size();
        return 0;
    }

    /** Needs the object around it. */
    class Inner {
        int depth;

        int all() {
            return depth + level == 12 ? level : depth;
        }

        void lower() {
            if (depth > level) throw new IllegalStateException(title);
            depth--;
            level++;
        }
    }

    interface Named {
        String name();

        default int length() {
            return name() == null ? -1 : name().length();
        }
    }

    abstract static class Animal implements Named {
        protected int legs;
        private String name;

        @Override
        public String name() {
            return name;
        }

        abstract boolean runs();

        int pace(int speed) {
            if (speed < 0) throw new IllegalStateException();
            return runs() ? legs * speed : length();
        }
    }

    static class Dog extends Animal {
        @Override
        boolean runs() {
            return legs == 4;
        }
    }

    static class Snake extends Animal {
        long scales;

        @Override
        boolean runs() {
            return false;
        }

        @Override
        public int length() {
            return (int) scales;
        }
    }

    static int paces(Animal animal, int speed) {
        return animal == null ? 0 : animal.pace(speed & 3);
    }

    static boolean named(Named named) {
        return named != null && named.length() == 3;
    }

    /** Local and anonymous classes as results. */
    static Object made(int kind) {
        class Local {
            int kept = kind + 1;
        }
        if (kind == 0) return new Local();
        if (kind == 1) return new Object() { long kept = 5; };
        if (kind == 2) return (IntSupplier) () -> kind;
        return new int[][] {{kind}, null, {}};
    }

    static class Broken {
        static final int VALUE = Integer.parseInt("x");

        static int value() {
            return VALUE;
        }
    }

    static String broken(boolean touch) {
        try {
            return touch ? "" + Broken.value() : "not touched";
        } catch (ExceptionInInitializerError error) {
            return error.getCause().getClass().getName();
        }
    }

    /** Setters, final fields and arrays of it. */
    static final class Account {
        private long amount;
        private boolean open;
        private int[] bookings = new int[2];
        final char kind;

        Account(char kind) {
            this.kind = kind;
        }

        public void setAmount(long amount) {
            this.amount = amount;
        }

        public Account setOpen(boolean open) {
            this.open = open;
            return this;
        }

        boolean book(int change) {
            if (!open || kind == 'x' || bookings == null || bookings.length == 0) return false;
            amount += change;
            bookings[0] = change;
            return amount > 100;
        }
    }

    protected static int protectedStatic(short small, byte smaller) {
        return small == Short.MIN_VALUE ? 1 : smaller == -1 ? 2 : 3;
    }

    static int many(String first, int... rest) {
        return rest == null ? -1 : rest.length == 2 && rest[1] == 'b' ? 1 : first == null ? 2 : 0;
    }

    static int nested(int[][] rows, char[]... letters) {
        if (rows != null && rows.length > 1 && rows[1] != null && rows[1].length == 1 && rows[0] == rows[1]) return 1;
        return letters != null && letters.length == 1 && letters[0] != null && letters[0].length > 0 && letters[0][0] == '\'' ? 2 : 3;
    }

    static final Named ANONYMOUS = new Named() {
        @Override
        public String name() {
            return "anonymous";
        }
    };

    /** Elements of classes that have no names. */
    static int first(Named[] all) {
        return all != null && all.length > 1 && all[0] != null && all[0].length() == 9 ? 1 : 0;
    }
}
