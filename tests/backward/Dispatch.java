// Virtual calls, of objects that are made here and of inputs.
import java.util.function.IntSupplier;

class Dispatch {
    static abstract class Shape {
        int scale;
        abstract int area();
        int twice() {
            return 2 * area();
        }
    }

    static class Square extends Shape {
        int side;
        Square(int side) {
            this.side = side;
        }
        int area() {
            return side & 15;
        }
    }

    static class Strip extends Square {
        Strip(int side) {
            super(side);
        }
        int area() {
            return 100;
        }
    }

    interface Op {
        int apply(int n);
        default int both(int n) {
            return apply(apply(n));
        }
    }

    static class Inc implements Op {
        public int apply(int n) {
            return n + 1;
        }
    }

    interface Lone {
        int get();
    }

    static class Early {
        int seen;
        Early() {
            seen = pick();
        }
        int pick() {
            return 1;
        }
    }

    static class Late extends Early {
        int own = 5;
        int pick() {
            return own + 10;
        }
    }

    static int made(int n) {
        Shape shape = n > 3 ? new Square(n) : new Strip(n);
        int area = shape.area();
        if (area > 15 && area != 100)
            return 1; // never
        if (n > 3 && area == 100)
            return 2; // never
        if (n <= 3 && shape.twice() != 200)
            return 3; // never
        if (area == 9)
            return 4; // sometimes
        return 0;
    }

    static int input(Shape shape) {
        if (shape == null)
            return 0;
        int area = shape.area();
        if (area > 15 && area != 100)
            return 1; // never
        if (area == 100)
            return 2; // sometimes
        if (shape instanceof Strip && area != 100)
            return 3; // never
        if (shape instanceof Square && !(shape instanceof Strip) && area == 7)
            return 4; // sometimes
        return 0;
    }

    static int defaults(int n) {
        Op op = new Inc();
        if (op.both(n) != n + 2)
            return 1; // never, not proved
        return 0;
    }

    static int lambda(int n) {
        Op op = k -> k * 2;
        if (op.both(1) == 4)
            return 1; // sometimes
        return 0;
    }

    static int lone(Lone lone) {
        if (lone != null && lone.get() == 42)
            return 1; // sometimes
        return 0;
    }

    static int supplied(IntSupplier supplier) {
        if (supplier != null && supplier.getAsInt() == 42)
            return 1; // sometimes
        return 0;
    }

    static int early() {
        Late late = new Late();
        if (late.seen != 10)
            return 1; // never
        if (late.own != 5)
            return 2; // never
        return 0;
    }
}
