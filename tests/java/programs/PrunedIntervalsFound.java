// explore: PrunedIntervalsFound.writes
// options: --prune errors --strategy dfs --jobs 1
// exhaustive_for_errors: true
// findings: java.lang.ArrayIndexOutOfBoundsException 19, java.lang.IllegalStateException 23
// tests: confirmed

/** An array that is too small for what few paths write, and a sum that only the last path makes. */
class PrunedIntervalsFound {
    static int writes() {
        char[] text = new char[15];
        int length = 0;
        byte sum = 100;
        for (int i = 0; i < 8; i++) {
            int c = wayfarer.Wayfarer.anyInt("c");
            if (c == '"')
                text[length++] = '\\';
            if (c > 200)
                sum += 4;
            text[length++] = 'c';
        }
        // 132, which a byte does not hold.
        if (sum < 0)
            throw new IllegalStateException("sum");
        return length;
    }
}
