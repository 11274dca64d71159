// A red-black tree: four longs are inserted, with recolouring and rotations, and one is looked up.
//
// options: JavaTree.build --strategy dfs --max-paths 800

import java.util.TreeMap;

/** java.util.TreeMap is such a tree. */
public class JavaTree {
    static int build(long a, long b, long c, long d, long key) {
        TreeMap<Long, Integer> tree = new TreeMap<>();
        int number = 0;
        for (long each : new long[] {a, b, c, d}) {
            tree.put(each, ++number);
        }
        Integer found = tree.get(key * 2 + 1);
        if (found == null) {
            return 0;
        }
        return tree.firstKey() == key * 2 + 1 ? -found : found;
    }
}
