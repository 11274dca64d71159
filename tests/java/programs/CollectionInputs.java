// explore: CollectionInputs.sum CollectionInputs.highest CollectionInputs.count CollectionInputs.order CollectionInputs.queue CollectionInputs.held CollectionInputs.largest
// options: --collection-size 2
// findings: java.lang.NullPointerException 25, java.lang.IllegalStateException 57
// tests: confirmed

import java.util.*;

/** Collections as inputs: filled by their own methods, with elements of the declared types. */
public class CollectionInputs {
    static class Shelf {
        private final List<Integer> sizes;
        int limit;

        Shelf(List<Integer> sizes, int limit) {
            this.sizes = sizes;
            this.limit = limit;
        }
    }

    static String sum(ArrayList<Integer> numbers) {
        if (numbers == null) return "none";
        int sum = 0;
        for (int i = 0; i < numbers.size(); i++) {
            // A null element is an input, too.
            sum += numbers.get(i);
        }
        return sum == 1234 ? "found" : sum > 0 ? "more" : "less";
    }

    static int highest(Set<Character> letters) {
        if (letters == null) return -1;
        int highest = 0;
        for (Character letter : letters) if (letter != null && letter > highest) highest = letter;
        return highest > 'x' ? 1 : 0;
    }

    static String count(Map<Boolean, ? extends List<String>> lists) {
        if (lists == null || lists.containsKey(null)) return "not asked";
        for (Map.Entry<Boolean, ? extends List<String>> entry : lists.entrySet()) {
            if (entry.getKey() && entry.getValue() != null && entry.getValue().size() == 2) return "true";
        }
        return "other";
    }

    static boolean order(TreeSet<Integer> keys) {
        Integer last = null;
        if (keys != null) {
            for (Integer key : keys) {
                if (last != null && last >= key) throw new AssertionError();
                last = key;
            }
        }
        return last != null && last == 99;
    }

    static void queue(Deque<Integer> waiting) {
        if (waiting != null && waiting.size() == 2 && waiting.peekLast() - 3 == waiting.peekFirst()) throw new IllegalStateException("three apart");
    }

    static int held(Shelf shelf) {
        if (shelf == null || shelf.sizes == null) return 0;
        return shelf.sizes.isEmpty() ? 1 : shelf.sizes.size() > shelf.limit ? 2 : 3;
    }

    static <T extends Comparable<T>> T largest(Collection<? extends T> all) {
        T largest = null;
        if (all == null) return null;
        for (T one : all) if (one != null && (largest == null || one.compareTo(largest) > 0)) largest = one;
        return largest;
    }
}
