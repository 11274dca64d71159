/** Binomial trees of different degrees in a list, the smallest degree first; each is a heap (Vuillemin, 1978). */
public class BinomialHeap {
    private static class Node {
        int key;
        int degree;
        Node parent;
        Node sibling;
        Node child;

        Node(int key) {
            this.key = key;
        }
    }

    private Node first;
    private int size;

    public void insert(int key) {
        first = union(first, new Node(key));
        size++;
    }

    public int findMinimum() {
        Node least = first;
        for (Node at = first; at != null; at = at.sibling)
            if (at.key < least.key)
                least = at;
        return least == null ? 0 : least.key;
    }

    public int extractMin() {
        if (first == null)
            return -1;
        Node before = null;
        Node least = first;
        for (Node at = first; at.sibling != null; at = at.sibling) {
            if (at.sibling.key < least.key) {
                before = at;
                least = at.sibling;
            }
        }
        unlink(before, least);
        size--;
        return least.key;
    }

    public void decreaseKey(int old, int key) {
        Node at = find(first, old);
        if (at == null || key >= at.key)
            return;
        at.key = key;
        while (at.parent != null && at.key < at.parent.key) {
            int above = at.parent.key;
            at.parent.key = at.key;
            at.key = above;
            at = at.parent;
        }
    }

    public void delete(int key) {
        Node at = find(first, key);
        if (at == null)
            return;
        while (at.parent != null) {
            at.key = at.parent.key;
            at.parent.key = key;
            at = at.parent;
        }
        Node before = null;
        for (Node root = first; root != at; root = root.sibling)
            before = root;
        unlink(before, at);
        size--;
    }

    private static Node find(Node tree, int key) {
        for (Node at = tree; at != null; at = at.sibling) {
            if (at.key == key)
                return at;
            Node below = find(at.child, key);
            if (below != null)
                return below;
        }
        return null;
    }

    /** Takes a root out of the list; what was below it becomes roots. */
    private void unlink(Node before, Node root) {
        if (before == null)
            first = root.sibling;
        else
            before.sibling = root.sibling;
        Node children = null;
        Node at = root.child;
        while (at != null) {
            Node next = at.sibling;
            at.sibling = children;
            at.parent = null;
            children = at;
            at = next;
        }
        first = union(first, children);
    }

    private static void link(Node below, Node above) {
        below.parent = above;
        below.sibling = above.child;
        above.child = below;
        above.degree++;
    }

    private static Node merge(Node one, Node other) {
        if (one == null)
            return other;
        if (other == null)
            return one;
        Node head;
        if (one.degree <= other.degree) {
            head = one;
            one = one.sibling;
        } else {
            head = other;
            other = other.sibling;
        }
        Node last = head;
        while (one != null && other != null) {
            if (one.degree <= other.degree) {
                last.sibling = one;
                one = one.sibling;
            } else {
                last.sibling = other;
                other = other.sibling;
            }
            last = last.sibling;
        }
        last.sibling = one != null ? one : other;
        return head;
    }

    private static Node union(Node one, Node other) {
        Node head = merge(one, other);
        if (head == null)
            return null;
        Node before = null;
        Node at = head;
        Node next = at.sibling;
        while (next != null) {
            boolean third = next.sibling != null && next.sibling.degree == at.degree;
            if (at.degree != next.degree || third) {
                before = at;
                at = next;
            } else if (at.key <= next.key) {
                at.sibling = next.sibling;
                link(next, at);
            } else {
                if (before == null)
                    head = next;
                else
                    before.sibling = next;
                link(at, next);
                at = next;
            }
            next = at.sibling;
        }
        return head;
    }

    public int size() {
        return size;
    }
}
