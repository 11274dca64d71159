// Enumerations, records, strings and boxes; inputs of classes that code makes.
class Kinds {
    static int made;

    enum Light {
        RED, GREEN;
        Light next() {
            return this == RED ? GREEN : RED;
        }
    }

    record Pair(int a, int b) {
        Pair {
            made++;
            if (a > b)
                throw new IllegalArgumentException();
        }
    }

    static class Listing extends java.util.ArrayList<String> {
        static int lists;
        Listing() {
            lists++;
        }
    }

    static int light(Light light) {
        if (light == null)
            return 0;
        if (light == Light.RED && light.next() == Light.GREEN)
            return 1; // sometimes
        switch (light) {
            case RED:
                return 2;
            case GREEN:
                return 3; // sometimes
        }
        return 4;
    }

    static int pair(Pair pair) {
        if (pair != null && made == 1)
            return 1; // sometimes
        return 0;
    }

    static int listing(Listing listing) {
        if (listing != null && listing.size() >= 0 && Listing.lists == 1)
            return 1; // sometimes
        return 0;
    }

    static int text(String s) {
        if ("yes".equals(s))
            return 1; // sometimes
        String t = "no";
        if (t == "yes")
            return 2; // never
        if (s != null && s.length() < 0)
            return 3; // never, not proved
        switch (s == null ? "" : s) {
            case "a":
                return 4; // sometimes
            default:
                return 5;
        }
    }

    static int boxed(int n) {
        Integer a = n, b = n;
        if (a == b && n == 5)
            return 1; // sometimes
        if (a.intValue() != n)
            return 2; // never, not proved
        return 0;
    }
}
