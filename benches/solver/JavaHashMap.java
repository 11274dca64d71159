// java.util.HashMap with integers as keys that are inputs: the map's own hash and buckets.
//
// options: JavaHashMap.votes --strategy dfs --max-paths 300

import java.util.HashMap;

/** Counts votes and asks for the winner. */
public class JavaHashMap {
    static int votes(int a, int b, int c, int asked) {
        HashMap<Integer, Integer> counts = new HashMap<>();
        for (int vote : new int[] {a, b, c}) {
            counts.merge(vote, 1, Integer::sum);
        }
        Integer won = counts.get(asked);
        if (won == null) {
            return -1;
        }
        return won > 1 ? 2 : 1;
    }
}
