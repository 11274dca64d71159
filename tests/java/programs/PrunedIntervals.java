// explore: PrunedIntervals.counts
// explore: PrunedIntervals.writes
// options: --prune coverage --strategy dfs --jobs 1
// exhaustive_for_coverage: true
// findings: none
// tests: confirmed
// left: none

/** Sums and places in arrays that matter only as far as bounds hold. */
class PrunedIntervals {
    static final class Account {
        long total;
        short steps;
    }

    static long counts() {
        Account account = new Account();
        for (int i = 0; i < 300; i++) {
            if (wayfarer.Wayfarer.anyInt("x") > 10) {
                account.total += 3;
                account.steps++;
            } else {
                account.total--;
            }
        }
        if (account.total > 900 || account.total < -300 || account.steps > 300)
            throw new IllegalStateException("total");
        return account.total;
    }

    static int writes() {
        char[] text = new char[600];
        int length = 0;
        for (int i = 0; i < 300; i++) {
            char c = (char) wayfarer.Wayfarer.anyInt("c");
            if (c == '"')
                text[length++] = '\\';
            text[length++] = c;
        }
        return length > 600 ? 1 : 0;
    }
}
