import java.util.Objects;

/** Classes: initialisation order, dispatch, interfaces with default methods, nested and inner classes, fields that hide. */
public class Objects1 {
    static StringBuilder log = new StringBuilder();

    static int note(String what) {
        log.append(what).append(' ');
        return what.length();
    }

    interface Shape {
        int SIDES = note("Shape");

        double area();

        default String describe() {
            return name() + " of area " + area();
        }

        private String name() {
            return getClass().getSimpleName();
        }

        static Shape unit() {
            return new Square(1);
        }
    }

    static class Square implements Shape {
        static int made = note("Square");
        final double side;

        {
            note("instance");
            made++;
        }

        Square(double side) {
            this.side = side;
            note("constructor");
        }

        public double area() {
            return side * side;
        }
    }

    static class Cube extends Square {
        static {
            note("Cube");
        }

        Cube(double side) {
            super(side);
            note("cube");
        }

        @Override
        public double area() {
            return 6 * super.area();
        }

        @Override
        public String describe() {
            return "Cube: " + super.describe();
        }
    }

    class Inner {
        int value = outer * 2;

        class Deeper {
            int sum() {
                return value + outer;
            }
        }
    }

    int outer = 21;

    static class Base {
        String name = "base";

        Base() {
            hook();
        }

        void hook() {
            System.out.println("Base.hook");
        }

        static String statically() {
            return "Base.statically";
        }
    }

    static class Derived extends Base {
        String name = "derived";
        int set = 5;

        @Override
        void hook() {
            System.out.println("Derived.hook " + set + " " + name);
        }

        static String statically() {
            return "Derived.statically";
        }
    }

    static abstract class Generic<T extends Comparable<T>> {
        abstract T get();

        boolean less(T other) {
            return get().compareTo(other) < 0;
        }
    }

    enum Colour {
        RED, GREEN {
            @Override
            String mix() {
                return "green!";
            }
        }, BLUE;

        String mix() {
            return name().toLowerCase() + ordinal();
        }
    }

    static final class Point implements Cloneable {
        int x = 3;
        int[] shared = {1};

        @Override
        public Point clone() throws CloneNotSupportedException {
            return (Point) super.clone();
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Point p && p.x == x;
        }

        @Override
        public int hashCode() {
            return Objects.hash(x, "p");
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("[" + log + "]");
        Shape shape = new Cube(2);
        System.out.println(shape.describe() + " " + Square.made + " [" + log + "]");
        System.out.println(Shape.unit().describe() + " [" + log + "]");
        System.out.println(Shape.SIDES + " [" + log + "]");
        Objects1 o = new Objects1();
        Objects1.Inner.Deeper deeper = o.new Inner().new Deeper();
        System.out.println(deeper.sum());
        Base b = new Derived();
        System.out.println(b.name + " " + ((Derived) b).name + " " + Base.statically() + " " + Derived.statically());
        Generic<String> g = new Generic<>() {
            String get() {
                return "m";
            }
        };
        System.out.println(g.less("n") + " " + g.less("a"));
        for (Colour c : Colour.values()) System.out.println(c + " " + c.mix() + " " + c.getDeclaringClass().getSimpleName() + " " + Colour.valueOf(c.name()).ordinal() + " " + c.compareTo(Colour.GREEN));
        try {
            Colour.valueOf("PINK");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        switch (Colour.BLUE) {
            case RED -> System.out.println("r");
            case BLUE -> System.out.println("b");
            default -> System.out.println("?");
        }
        Point p = new Point(), q = p.clone();
        q.shared[0] = 9;
        q.x = 4;
        System.out.println(p.x + " " + p.shared[0] + " " + p.equals(q) + " " + p.hashCode() + " " + p.getClass().getName() + " " + (p.clone().equals(p)));
        Object[] things = {1, "s", 2.5, 'c', null, new int[0], Colour.RED, p};
        for (Object t : things) {
            String kind = t instanceof Integer n ? "int" + (n + 1) : t instanceof String s ? "string" + s.length() : t instanceof Number ? "number" : t instanceof Comparable ? "comparable" : t == null ? "null" : "other";
            System.out.println(kind);
        }
        try {
            Object s = "text";
            Integer n = (Integer) s;
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }
}
