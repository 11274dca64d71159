// Code of the JDK calls methods of the program.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

class Callbacks {
    static int calls;

    static class Item implements Comparable<Item> {
        final int size;
        Item(int size) {
            this.size = size;
        }
        public int compareTo(Item other) {
            calls++;
            return Integer.compare(size, other.size);
        }
        public String toString() {
            calls += 100;
            return "item";
        }
        public int hashCode() {
            calls += 1000;
            return size; // sometimes
        }
        public boolean equals(Object other) {
            return other instanceof Item && ((Item) other).size == size;
        }
    }

    static class Range implements Iterable<Integer> {
        final int end;
        Range(int end) {
            this.end = end;
        }
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int next = 0;
                public boolean hasNext() {
                    return next < end;
                }
                public Integer next() {
                    return next++;
                }
            };
        }
    }

    static int sorted(int a) {
        TreeSet<Item> items = new TreeSet<>();
        items.add(new Item(a));
        items.add(new Item(3));
        if (calls > 0)
            return 1; // sometimes
        return 0;
    }

    static int concatenated(Item item) {
        String text = "" + item;
        if (calls == 100 && text.length() == 4)
            return 1; // sometimes
        return 0;
    }

    static int hashed(java.util.HashMap<Item, Integer> map) {
        if (map == null || map.size() != 1)
            return 0;
        if (calls >= 1000)
            return 1; // sometimes
        return 0;
    }

    static int each(int n) {
        List<Integer> all = new ArrayList<>();
        all.add(n);
        int[] sum = new int[1];
        all.forEach(it -> sum[0] += it);
        if (sum[0] == 12)
            return 1; // sometimes
        return 0;
    }

    static int iterated() {
        int sum = 0;
        for (int k : new Range(3))
            sum += k;
        if (sum == 3)
            return 1; // sometimes
        return 0;
    }

    static int recursive(int n) {
        Runnable[] again = new Runnable[1];
        int[] depth = new int[1];
        again[0] = () -> {
            try {
                touch(depth);
            } catch (StackOverflowError e) {
                calls = 5; // sometimes, not reached
                throw e;
            }
            List.of(1).forEach(it -> again[0].run());
        };
        try {
            again[0].run();
        } catch (StackOverflowError e) {
            return 1;
        }
        return 0;
    }

    static void touch(int[] depth) {
        depth[0]++;
    }
}
