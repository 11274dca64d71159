// explore: MatchedStates.full
// options: --objects calls --sequence-length 14 --match-states subsumption
// findings: java.lang.IllegalStateException 38
// verdicts: confirmed
// tests: confirmed
// left: input objects that other calls make than sequences of up to --sequence-length, input objects that something else than such calls makes or changes
// limits: none

/** Four slots in a ring: of the millions of ways to fill and empty them in fourteen calls few states come. */
class MatchedStates {
    private final int[] slots = new int[4];
    private int first;
    private int count;

    public void put(int value) {
        if (count == slots.length)
            return;
        slots[(first + count) % slots.length] = value;
        count++;
    }

    public void take() {
        if (count == 0)
            return;
        slots[first] = 0;
        first = (first + 1) % slots.length;
        count--;
    }

    public void clear() {
        while (count > 0)
            take();
        first = 0;
    }

    int full() {
        if (count == slots.length && first == 2)
            throw new IllegalStateException("full from the third on");
        return count;
    }
}
