// explore: PrunedText.classify
// options: --prune coverage --strategy dfs
// exhaustive_for_coverage: true
// findings: java.lang.IllegalStateException 24
// verdicts: confirmed
// tests: confirmed
// left: none

import java.util.ArrayList;

/** Strings, lists and arrays that are made on the way matter as far as something looks at them. */
class PrunedText {
    static int classify() {
        StringBuilder log = new StringBuilder();
        ArrayList<String> kept = new ArrayList<>();
        int[] counts = new int[3];
        for (int i = 0; i < 40; i++) {
            counts[i % 3] = wayfarer.Wayfarer.anyByte("b") > 0 ? i : -i;
            if (i % 20 == 0)
                kept.add("part" + i % 3);
        }
        log.append(kept.size());
        if (wayfarer.Wayfarer.anyInt("last") == 77 && log.toString().equals("2"))
            throw new IllegalStateException(kept.get(0));
        return counts.length;
    }
}
