// Constructors that count or refuse.
class Constructors {
    static int made;

    record Pair(int a, int b) {
        Pair {
            made++;
            if (a > b)
                throw new IllegalArgumentException();
        }
    }

    static class Counted {
        static int count;
        final int number;
        Counted() {
            number = ++count;
        }
    }

    static int ordered(int a, int b) {
        Pair pair;
        try {
            pair = new Pair(a, b);
        } catch (IllegalArgumentException e) {
            if (a <= b)
                return 1; // never
            return 2; // sometimes
        }
        if (pair.a() > pair.b())
            return 3; // never
        return 0;
    }

    static int counted(int n) {
        Counted one = new Counted();
        Counted two = new Counted();
        if (one.number != 1)
            return 1; // never
        if (two.number != 2)
            return 2; // never
        return 0;
    }
}
