// The result of a call is in the register that the object was in that it was called on.
class Fluent {
    static class Outer {
        final int x;
        Outer(int x) {
            this.x = x;
        }
        Inner inner() {
            Inner made = new Inner();
            made.outer = this;
            return made;
        }
        Outer more(int by) {
            return new Outer(x + by);
        }
    }

    static class Inner {
        Outer outer;
    }

    static int f(int x, int y) {
        if (new Outer(x).inner().outer.x == 12)
            return 1; // sometimes
        if (new Outer(x).more(3).x == y)
            return 2; // sometimes
        if (new Outer(x).more(3).more(-3).x != x)
            return 3; // never
        if (new Outer(x).inner().outer.x != x)
            return 4; // never
        return 0; // sometimes
    }
}
