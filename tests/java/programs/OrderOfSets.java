// explore: OrderOfSets
// options: --all-paths
// exhaustive: false
// findings: java.lang.IllegalStateException 32, java.lang.IllegalArgumentException 33, java.lang.ArithmeticException 34, java.lang.IllegalStateException 45, java.lang.IllegalStateException 59, java.lang.IllegalArgumentException 70
// verdicts: confirmed
// tests: confirmed

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Paths that decide something for each element of what is in no order: in each run of a JVM in another one.
 * They are kept, run natively in the order they were found in, and counted: the run is not exhaustive.
 */
public class OrderOfSets {
    enum Part {
        LEFT, MIDDLE, RIGHT
    }

    /** An enumeration has identity hash codes. */
    static int byEnum(int a, int b, int c) {
        Map<Part, Integer> sizes = new HashMap<>();
        sizes.put(Part.LEFT, a);
        sizes.put(Part.MIDDLE, b);
        sizes.put(Part.RIGHT, c);
        int sum = 0;
        for (Map.Entry<Part, Integer> entry : sizes.entrySet()) {
            if (entry.getValue() > 10) sum += entry.getKey().ordinal() + 1;
        }
        if (sum == 6) throw new IllegalStateException("all");
        if (sum == 5) throw new IllegalArgumentException("two");
        if (sum == 1) throw new ArithmeticException("one");
        return sum;
    }

    static int byIdentity(int a, int b) {
        Set<int[]> all = new HashSet<>();
        all.add(new int[] {a});
        all.add(new int[] {b});
        int many = 0;
        for (int[] element : all) if (element[0] > 100) many++;
        // The order tells nothing of this.
        if (many == 2) throw new IllegalStateException("both");
        return many;
    }

    /** `Set.of` has an order of each run of the JVM, whatever the hash codes. */
    static int bySalt(int a) {
        int found = 0;
        for (String text : Set.of("x", "y", "z")) {
            if (text.charAt(0) + a == 'y') found++;
        }
        for (Map.Entry<String, Integer> entry : Map.of("u", 1, "v", 2, "w", 3).entrySet()) {
            if (entry.getValue() * 2 == a) found += 10;
        }
        if (found == 10) {
            throw new IllegalStateException("ten");
        }
        return found;
    }

    /** Where the order decides on the end, the test says that it holds in one of them. */
    static int byFirst(int a) {
        Set<Part> parts = new HashSet<>();
        parts.add(Part.RIGHT);
        parts.add(Part.LEFT);
        Part first = parts.iterator().next();
        if (first == Part.RIGHT && a == 7) throw new IllegalArgumentException("right");
        return first.ordinal();
    }

    /** What only equal hash codes lead to does not happen: nothing of it is believed. */
    static boolean same() {
        if (new Object().hashCode() == new Object().hashCode()) throw new AssertionError("same");
        return true;
    }
}
