// explore: AssertedFields
// options: --assert-fields --all-paths --array-length 2
// tests: confirmed

import java.util.ArrayList;
import java.util.List;

/** What a call changes: the receiver, arguments, arrays, what is reached by two ways. */
public class AssertedFields {
    static class Node {
        int value;
        Node next;
        private String label;
        final long[] times = new long[1];
    }

    int count;
    private Node head;
    private Node last;

    void push(Node node) {
        if (node == null) return;
        node.next = head;
        head = node;
        last = node.next == null ? node : last;
        count++;
    }

    static void swap(int[] values, int[] others) {
        if (values == null || others == null || values.length == 0 || others.length == 0) return;
        int kept = values[0];
        values[0] = others[0];
        others[0] = kept + 1;
    }

    static void link(Node one, Node two) {
        if (one == null || two == null) return;
        one.next = two;
        two.next = one;
        one.value++;
        two.label = one == two ? "same" : "other";
    }

    static boolean fill(Object[] into, Node node) {
        if (into == null || into.length < 2) return false;
        into[0] = node;
        into[1] = into;
        return true;
    }

    static int grow(List<Integer> numbers, StringBuilder text) {
        if (numbers == null) return 0;
        numbers.add(7);
        if (text != null) text.append(numbers.size());
        return numbers.size();
    }

    static void thrown(Node node) {
        node.value = 5;
        if (node.next == null) throw new IllegalStateException();
    }

    static Node made(int value) {
        Node node = new Node();
        node.value = value;
        node.label = value > 0 ? "positive" : null;
        return node;
    }
}
