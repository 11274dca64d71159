// What initialises classes runs when they are used first, and when an input of them is made.
class Initialisers {
    static int made;
    static int order;

    static class Item {
        static {
            made = 7;
        }
        int v;
    }

    static class Base {
        static int base = ++order;
    }

    static class Derived extends Base {
        static int derived = ++order;
    }

    interface Constants {
        int LIMIT = limit();
        static int limit() {
            order += 10;
            return order;
        }
    }

    static class Fails {
        static int value = 1 / (order - order);
    }

    static int input(Item item) {
        if (item == null)
            return made == 7 ? 1 : 0;
        if (item.v == 3 && made == 7)
            return 1; // sometimes
        return 0;
    }

    static int late() {
        int before = made;
        Item item = new Item();
        if (before != 0)
            return 1; // never
        if (made != 7)
            return 2; // never
        made = 3;
        item = new Item();
        if (made != 3)
            return 3; // never
        if (made == 3)
            return 4; // sometimes
        return item.v;
    }

    static int inherited() {
        if (Derived.derived != 2)
            return 1; // never
        if (Base.base == 1)
            return 2; // sometimes
        return 0;
    }

    static int constant() {
        if (order == 0 && Constants.LIMIT == 10)
            return 1; // sometimes
        if (order == 11)
            return 2; // never
        return 0;
    }

    static int failing() {
        try {
            order = 5;
            return Fails.value;
        } catch (ExceptionInInitializerError e) {
            if (order == 5)
                order = 6; // sometimes
        }
        try {
            return Fails.value;
        } catch (NoClassDefFoundError e) {
            return 3; // sometimes
        }
    }
}
