// explore: PrunedReceiver.add
// options: --prune coverage --strategy dfs
// exhaustive_for_coverage: true
// findings: java.lang.IllegalStateException 24
// verdicts: confirmed
// left: none

/** Where the object of the method and what it is given are inputs: how many of forty bits are set does not matter. */
class PrunedReceiver {
    int count;
    PrunedReceiver next;

    int add(long noise, PrunedReceiver other) {
        int odd = 0;
        for (int i = 0; i < 40; i++)
            if ((noise >> i & 1) == 1)
                odd++;
        if (other == null)
            return odd;
        if (count == 3 && next != null && next.next == this)
            count = 0;
        if (other.count == 0)
            if (other != this)
                if (count == 5) throw new IllegalStateException();
        return odd + count;
    }
}
