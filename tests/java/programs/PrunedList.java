// explore: PrunedList.walk
// options: --prune coverage --strategy dfs
// exhaustive_for_coverage: true
// findings: none
// tests: confirmed
// left: none

/** A list is walked after 300 decisions that leave other objects behind, or none. */
class PrunedList {
    static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static int walk() {
        Node list = null, noise = null;
        for (int i = 0; i < 300; i++) {
            if (wayfarer.Wayfarer.anyInt("x") > 10)
                noise = new Node(i, noise);
            if (i % 60 == 0)
                list = new Node(i, list);
        }
        int sum = 0;
        for (Node at = list; at != null; at = at.next)
            sum += at.value;
        if (sum != 600)
            throw new IllegalStateException("sum");
        return sum;
    }
}
