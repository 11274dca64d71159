// explore: FilledTreeMap.fill
// options: --array-length 4
// paths: 926
// findings: none
// branches: 13 of 18
// left: input arrays longer than --array-length
// limits: none
// tests: confirmed

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The JDK's red-black tree, filled with up to four keys: all that its interface shows of its invariants. The
 * branches not covered are the failures of the five assertions. Of n keys there are paths for each of their
 * k! S(n, k) orders with k different values, and for each the (k + 2)(k + 1) / 2 ways in which the values are
 * below, among or above those that Integer keeps boxed; and one path for null.
 */
public class FilledTreeMap {
    /** Levels of a red-black tree with so many nodes at the most. */
    private static final int[] LEVELS = {0, 1, 2, 2, 3};

    static int fill(int[] keys) {
        if (keys == null) {
            return 0;
        }
        int[] comparisons = {0};
        TreeMap<Integer, Integer> map = new TreeMap<>((a, b) -> {
            comparisons[0]++;
            return Integer.compare(a, b);
        });
        for (int i = 0; i < keys.length; i++) {
            map.put(keys[i], i);
        }
        List<Integer> ascending = new ArrayList<>(map.keySet());
        assert ascending.size() == map.size();
        for (int i = 1; i < ascending.size(); i++) {
            assert ascending.get(i - 1) < ascending.get(i);
        }
        for (int i = 0; i < keys.length; i++) {
            comparisons[0] = 0;
            int last = map.get(keys[i]);
            assert keys[last] == keys[i] && last >= i;
            assert comparisons[0] <= LEVELS[map.size()];
        }
        return map.size();
    }
}
