// explore: ShapesSeen.least
// options: --objects calls --sequence-length 4 --match-states shape
// findings: java.lang.IllegalStateException 37
// verdicts: confirmed
// left: input objects that other calls make than sequences of up to --sequence-length, input objects that something else than such calls makes or changes, paths cut off by a limit
// limits: state-shapes

/** Lists of a length are taken for one another, whatever numbers they hold: what is left out so is counted. */
class ShapesSeen {
    private static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node first;

    public void push(int value) {
        if (first == null || value < first.value)
            first = new Node(value, first);
    }

    public void pop() {
        if (first != null)
            first = first.next;
    }

    int least() {
        if (first == null)
            return 0;
        if (first.next != null && first.next.next != null)
            if (first.value == -7)
                throw new IllegalStateException();
        return first.value;
    }
}
